package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.report.RunFolder;

class SpecViewTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// A resumed run with another learning rate: the spec has the new value, the page also the old one.
    @Test
    void aChangedKeyShowsItsOldValueAndTheFrame() throws IOException {
        RunFolder run = new RunFolder(temp, "ppo");
        Files.writeString(run.spec(), "{\"ppo\": {\"env\": {\"name\": \"CartPole-v1\"}, \"agent\": {\"lr\": 0.02}}}");
        Files.writeString(run.provenance(), """
                {"seed": 0, "changes": [{"frames": [400], "keys": {"agent.lr": {"from": 0.01, "to": 0.02}}}]}""");
        SpecView view = SpecView.of(run);
        assertThat(view.keys()).containsEntry("agent.lr", "0.02");
        assertThat(view.changes()).containsExactly(new SpecView.Change("agent.lr", "0.01 → 0.02 at frame 400"));
    }
}
