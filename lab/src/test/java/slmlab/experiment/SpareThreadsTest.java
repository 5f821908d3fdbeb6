package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.run.RunFolder;

/// Threads that no session needs work inside its programs, and no bit changes.
class SpareThreadsTest {

    @Test
    void oneSessionOnTwoThreadsIsBitForBitTheSame(@TempDir Path temp) throws IOException {
        Path spec = Files.writeString(temp.resolve("wide.json"), """
                {"wide": {
                  "agent": {
                    "name": "SAC",
                    "algorithm": {"name": "SoftActorCritic", "gamma": 0.99, "training_frequency": 4, "training_start_step": 64},
                    "memory": {"name": "Replay", "batch_size": 256, "max_size": 1000},
                    "net": {"type": "MLPNet", "hid_layers": [256, 256], "hid_layers_activation": "relu",
                            "optim_spec": {"name": "Adam", "lr": 0.001}}},
                  "env": {"name": "Pendulum-v1", "max_frame": 120},
                  "meta": {"distributed": false, "log_frequency": 50, "max_session": 1}}}""");
        byte[] one = weights(spec, temp.resolve("one"), 1);
        assertThat(weights(spec, temp.resolve("two"), 2)).isEqualTo(one);
    }

    private static byte[] weights(Path spec, Path data, int threads) throws IOException {
        RunFolder folder = Lab.run(
                        spec, "wide", RunOptions.defaults().data(data).threads(threads))
                .folder();
        return Files.readAllBytes(folder.model(0));
    }
}
