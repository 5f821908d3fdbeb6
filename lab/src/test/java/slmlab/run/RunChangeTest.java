package slmlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunChangeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private List<RunChange> changes(String facts) throws IOException {
        RunFolder folder = new RunFolder(temp, "ppo");
        Files.writeString(folder.provenance(), facts);
        return RunChange.of(folder);
    }

    @Test
    void everyChangeHasBothValuesAndItsFrames() throws IOException {
        assertThat(changes("""
                {"seed": 1, "changes": [
                  {"frames": [400, 400], "keys": {"agent.net.optim_spec.lr": {"from": 0.01, "to": 0.02}}},
                  {"frames": [800, 600], "keys": {"meta.early_stop": {"from": null, "to": {"mean_return": 9}}}}]}
                """))
                .extracting(
                        change -> "%s: %s, %s, %s".formatted(change.path(), change.from(), change.to(), change.when()))
                .containsExactly(
                        "agent.net.optim_spec.lr: 0.01, 0.02, frame 400",
                        "meta.early_stop: null, {mean_return=9}, frames 600 to 800");
    }

    @Test
    void aRunThatWasNeverChangedHasNone() throws IOException {
        assertThat(RunChange.of(new RunFolder(temp, "ppo"))).isEmpty();
        assertThat(changes("{\"seed\": 1}")).isEmpty();
        assertThat(changes("{\"changes\": [1, {\"keys\": 2}]}")).isEmpty();
    }
}
