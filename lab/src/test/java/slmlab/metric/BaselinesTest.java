package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.metric.Baselines.Baseline;

class BaselinesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Four standard errors of the difference of two means of 100 episodes. Without Taxi: ours are of the actions
    /// that its mask allows, SLM-Lab's of all.
    @ParameterizedTest
    @CsvSource({
        "CartPole-v1, 22.97",
        "Pendulum-v1, -1197.15",
        "Acrobot-v1, -499.86",
        "MountainCar-v0, -200",
        "MountainCarContinuous-v0, -33.4423",
        "Blackjack-v1, -0.47",
        "CliffWalking-v1, -73315.2",
    })
    void oursAgreeWithSlmLabs(String env, double mean) {
        Baseline ours = Baselines.of(env).orElseThrow();
        assertThat(ours.episodes()).isEqualTo(100);
        assertThat(ours.mean()).isCloseTo(mean, within(4 * Math.sqrt(2) * ours.std() / 10));
    }

    @Test
    void anUnknownEnvHasNone() {
        assertThat(Baselines.of("Nowhere-v0")).isEmpty();
    }

    @Test
    void writingKeepsOtherEntries() throws IOException {
        Path file = temp.resolve("baselines.json");
        Baselines.write(file, "first", Map.of("B-v0", new Baseline(1, 2, 3), "A-v0", new Baseline(4, 5, 6)));
        Baselines.write(file, "second", Map.of("B-v0", new Baseline(-1, 0, 10)));
        assertThat(Files.readString(file)).containsSubsequence("second", "A-v0", "4.0", "6", "B-v0", "-1.0", "10");
    }

    @Test
    void aBrokenTableIsNotOverwritten() throws IOException {
        Path file = temp.resolve("baselines.json");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> Baselines.write(file, "how", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baselines.json")
                .hasMessageContaining("line 1");
        assertThat(file).hasContent("{");
    }
}
