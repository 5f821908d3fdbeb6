package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.TinySpecs;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

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

    /// The spec of a run has every key; those that the user has set to another value than the default differ.
    @Test
    void onlyKeysThatHaveNotTheirDefaultDiffer() {
        RunFolder run = new RunFolder(temp, "ppo");
        JsonFile.write(run.spec(), TinySpecs.plan(temp, "ppo", "", "").resolved());
        SpecView view = SpecView.of(run);
        assertThat(view.problem()).isEmpty();
        assertThat(view.keys()).containsKeys("agent.net.type", "agent.net.init_fn", "agent.net.optim_spec.lr");
        assertThat(view.differing().stream().filter(key -> key.startsWith("agent.net.")))
                .containsExactlyInAnyOrder(
                        "agent.net.hid_layers",
                        "agent.net.hid_layers_activation",
                        "agent.net.shared",
                        "agent.net.optim_spec.lr",
                        "agent.net.clip_grad_val");
    }
}
