package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;

/// The same spec and seed give the same numbers.
class RepeatTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder run(String name, long seed, int threads) {
        Plan plan = TinySpecs.plan(temp, name, "", "\"max_session\": 2");
        RunOptions options = TinySpecs.options(temp).seed(seed).threads(threads);
        return Lab.run(plan, options, Listener.NONE).folder();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "ppo_rnn", "a2c", "reinforce", "ddqn_per"})
    void twiceGivesEqualFilesWhateverTheNumberOfThreads(String name) {
        RunFiles.assertSame(run(name, 7, 2), run(name, 7, 1));
    }

    @Test
    void anotherSeedAndAnotherSessionGiveOtherNumbers() throws IOException {
        RunFolder seven = run("ppo", 7, 1);
        RunFolder eight = run("ppo", 8, 1);
        byte[] weights = Files.readAllBytes(seven.model(0));
        assertThat(Files.readAllBytes(eight.model(0))).isNotEqualTo(weights);
        assertThat(Files.readAllBytes(seven.model(1))).isNotEqualTo(weights);
    }
}
