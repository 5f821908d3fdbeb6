package slmlab.judge.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.Perturbed;
import slmlab.judge.Trained;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Agents in other environments.
@Tag("slow")
class ShiftTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void returnsFallWithTheShiftAndBeginWithThePlainEvaluation() {
        String env = "name: CartPole-v1, num_envs: 8, max_frame: 40000";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, Trained.MLP, env)) {
            double plain = player.evaluate(32, false, 1_000_000).mean();
            ShiftReport report = ShiftSuite.of(
                    player, "run", 0, new ShiftSuite.Options(List.of(Shift.values()), Map.of(), 32, 1_000_000));
            assertThat(report.nominal().mean()).isEqualTo(plain);
            assertThat(report.curves())
                    .extracting(ShiftReport.Curve::name)
                    .containsExactly(
                            "noise", "dropout", "delay", "gravity", "masspole", "masscart", "length", "force_mag");
            for (ShiftReport.Curve curve : report.curves()) {
                ShiftReport.Cell same = curve.shift() == Shift.ARGUMENTS
                        ? curve.cells().get(3)
                        : curve.cells().getFirst();
                assertThat(same.harm()).as(curve.name()).isEqualTo(report.nominal());
                assertThat(curve.area()).isBetween(0.0, 1.0);
            }
            List<Double> noisy = report.curves().getFirst().cells().stream()
                    .map(cell -> Objects.requireNonNull(cell.harm()).mean())
                    .toList();
            for (int i = 1; i < noisy.size(); i++) {
                assertThat(noisy.get(i)).isLessThan(noisy.get(i - 1) + 0.05 * plain);
            }
            assertThat(noisy.getLast()).isLessThan(0.5 * plain); // the agent is not deaf to it
            assertThat(report.skipped()).containsOnlyKeys(Shift.BRIGHTNESS);
        }
    }

    @Test
    void envsTellTheirNumbers() {
        assertThat(Envs.numbers("CartPole-v1", Map.of("length", 2)))
                .isEqualTo(Map.of("gravity", 9.8, "masspole", 0.1, "masscart", 1.0, "length", 2.0, "force_mag", 10.0));
        assertThat(Envs.numbers("Pendulum-v1", Map.of())).isEqualTo(Map.of("g", 10.0));
        assertThat(Envs.numbers("MountainCar-v0", Map.of())).isEmpty(); // goal_velocity is 0
        assertThat(Envs.numbers("gym:Nothing-v0", Map.of())).isEmpty();
    }

    private static Step step(int... ended) {
        Array terminated = Array.zeros(DType.UINT8, Shape.of(ended.length));
        for (int i = 0; i < ended.length; i++) {
            terminated.bytes()[i] = (byte) ended[i];
        }
        Array none = Array.zeros(DType.UINT8, Shape.of(ended.length));
        Array rewards = Array.zeros(DType.FLOAT32, Shape.of(ended.length));
        return new Step(rewards, rewards, terminated, none, rewards, null, null);
    }

    /// Two envs of one number each; the second one's episode ends after the third step.
    @Test
    void aDelayShowsThePastOfItsOwnEpisode() {
        Perturbed.Change late = Sensors.delay(2, 2);
        assertThat(late.of(new float[] {1, 10}, step(0, 0))).containsExactly(1, 10);
        assertThat(late.of(new float[] {2, 20}, step(0, 0))).containsExactly(1, 10);
        assertThat(late.of(new float[] {3, 30}, step(0, 0))).containsExactly(1, 10);
        assertThat(late.of(new float[] {4, 70}, step(0, 1))).containsExactly(2, 70);
        assertThat(late.of(new float[] {5, 80}, step(0, 0))).containsExactly(3, 70);
        assertThat(late.of(new float[] {6, 90}, step(0, 0))).containsExactly(4, 70);
        assertThat(late.of(new float[] {7, 99}, step(0, 0))).containsExactly(5, 80);
    }

    @Test
    void noiseDropoutAndBrightnessByHand() {
        float[] many = new float[10_000];
        Arrays.fill(many, 5);
        float[] noisy = Sensors.noise(0.5, new double[] {2}).of(many.clone(), step(0));
        double mean = 0;
        double squares = 0;
        for (float value : noisy) {
            mean += value / noisy.length;
            squares += (value - 5) * (value - 5) / noisy.length;
        }
        assertThat(mean).isCloseTo(5, within(0.05));
        assertThat(squares).isCloseTo(1, within(0.05)); // (0.5 · 2)²
        int zeros = 0;
        for (float value : Sensors.dropout(0.25).of(many.clone(), step(0))) {
            zeros += value == 0 ? 1 : 0;
        }
        assertThat(zeros).isBetween(2300, 2700);
        assertThat(Sensors.brightness(1.5).of(new float[] {10, 200}, step(0))).containsExactly(15, 255);
    }
}
