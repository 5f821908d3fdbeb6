package slmlab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

class RunLabelsTest {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 15, 12, 0, 0);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private int count;

    /// A run of PPO on CartPole.
    private RunFolder run(double gamma, double lr, long seed) {
        return run("PPO", Map.of("gamma", gamma, "name", "PPO"), lr, seed);
    }

    private RunFolder run(String algorithm, Map<String, Object> keys, double lr, long seed) {
        return run(algorithm, keys, lr, seed, 1000);
    }

    private RunFolder run(String algorithm, Map<String, Object> keys, double lr, long seed, int logFrequency) {
        Map<String, Object> agent = Map.of(
                "name",
                algorithm + lr,
                "algorithm",
                keys,
                "net",
                Map.of("optim_spec", Map.of("name", "Adam", "lr", lr)));
        Map<String, Object> spec = Map.of(
                "agent", agent, "env", Map.of("name", "CartPole-v1"), "meta", Map.of("log_frequency", logFrequency));
        return RunFolder.create(temp, "ppo", TIME.plusSeconds(count++), folder -> {
            JsonFile.write(folder.spec(), Map.of("ppo", spec));
            JsonFile.write(folder.provenance(), Map.of("seed", seed));
        });
    }

    private static List<String> labels(RunFolder... runs) {
        return RunLabels.of(Stream.of(runs).toList());
    }

    @Test
    void theKeysThatDifferAreTheLabel() {
        assertThat(labels(run(0.99, 0.001, 0), run(0.99, 0.003, 0))).containsExactly("lr=0.001", "lr=0.003");
        assertThat(labels(run(0.99, 0.001, 0), run(0.9, 0.003, 7)))
                .allMatch(label -> label.matches("(gamma=0.9+, lr|lr=0.00\\d, gamma)=.*"))
                .doesNotHaveDuplicates();
    }

    @Test
    void keysOfMetaCountOnlyWhereNothingElseDiffers() {
        Map<String, Object> keys = Map.of("name", "PPO");
        assertThat(labels(run("PPO", keys, 0.001, 0, 1000), run("PPO", keys, 0.0003, 0, 500)))
                .containsExactly("lr=0.001", "lr=0.0003");
        assertThat(labels(run("PPO", keys, 1e-5, 0, 1000), run("PPO", keys, 1e-5, 0, 500)))
                .containsExactly("log_frequency=1000", "log_frequency=500");
    }

    @Test
    void algorithmsAreCalledByTheirName() {
        RunFolder dqn = run("DQN", Map.of("name", "DQN", "training_iter", 4), 0.1, 0);
        assertThat(labels(run(0.99, 0.001, 0), dqn)).containsExactly("PPO", "DQN");
        assertThat(labels(run(0.99, 0.001, 0), dqn, run(0.99, 0.003, 0)))
                .containsExactly("PPO lr=0.001", "DQN", "PPO lr=0.003");
    }

    @Test
    void thenSeedsAndFoldersTellRunsApart() {
        assertThat(labels(run(0.99, 0.001, 4), run(0.99, 0.001, 5))).containsExactly("seed 4", "seed 5");
        assertThat(labels(run(0.99, 0.001, 4), run(0.99, 0.001, 4)))
                .containsExactly("ppo_2026_11_15_120002", "ppo_2026_11_15_120003");
        assertThat(labels(run(0.99, 0.001, 4))).containsExactly("ppo");
    }

    /// `name` alone would not say whose: the path is as long as it must be.
    @Test
    void aKeyIsNamedAsShortlyAsItIsClear() {
        Map<String, Object> clip = Map.of(
                "name",
                "PPO",
                "clip_eps_spec",
                Map.of("start_val", 0.2),
                "entropy_coef_spec",
                Map.of("start_val", 0.1));
        Map<String, Object> other = Map.of(
                "name",
                "PPO",
                "clip_eps_spec",
                Map.of("start_val", 0.3),
                "entropy_coef_spec",
                Map.of("start_val", 0.1));
        assertThat(labels(run("PPO", clip, 0.1, 0), run("PPO", other, 0.1, 0)))
                .containsExactly("clip_eps_spec.start_val=0.2", "clip_eps_spec.start_val=0.3");
    }

    @Test
    void manyKeysAreCounted() {
        Map<String, Object> one = Map.of("name", "PPO", "a", 1, "b", 1, "c", 1, "d", 1, "e", 1, "f", 1);
        Map<String, Object> two = Map.of("name", "PPO", "a", 2, "b", 2, "c", 2, "d", 2, "e", 2, "f", 2);
        assertThat(labels(run("PPO", one, 0.1, 0), run("PPO", two, 0.1, 0)))
                .allMatch(label -> label.endsWith(" and 2 more keys"));
    }
}
