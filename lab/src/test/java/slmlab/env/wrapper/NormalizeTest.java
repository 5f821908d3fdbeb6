package slmlab.env.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Envs;
import slmlab.env.RandomActions;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.safetensors.SafeTensors;

/// Normalizing wrappers against Gymnasium's own, where both do the same; scripts/golden/wrappers.py recorded
/// them.
class NormalizeTest {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final Map<String, Array> GOLDEN = SafeTensors.read(
                    Path.of("src/test/resources/golden/wrappers.safetensors"))
            .tensors();

    private static Array part(String id, String part) {
        return Objects.requireNonNull(GOLDEN.get(id + "/" + part), part);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pendulum-v1", "MountainCarContinuous-v0", "CartPole-v1"})
    void observationsAreGymnasiums(String id) {
        Array wanted = part(id, "obs");
        int size = wanted.shape().dim(1);
        int width = wanted.shape().dim(2);
        try (NormalizeObs env = Wrappers.normalizeObs(Envs.make(id, size, Map.of()), new RunningStats(width), INF)) {
            Step step = env.reset(7);
            assertRow(step.obs(), wanted, 0);
            for (int t = 0; t < wanted.shape().dim(0) - 1; t++) {
                env.step(action(env, id, t));
                assertRow(step.obs(), wanted, t + 1);
            }
            for (int i = 0; i < width; i++) {
                double variance = part(id, "obs_var").floats()[i];
                assertThat(env.stats().mean(i)).isCloseTo(part(id, "obs_mean").floats()[i], within(1e-6));
                assertThat(env.stats().variance(i)).isCloseTo(variance, within(1e-6 * variance));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pendulum-v1", "MountainCarContinuous-v0"})
    void rewardsAreGymnasiums(String id) {
        Array wanted = part(id, "reward");
        try (NormalizeReward env =
                Wrappers.normalizeReward(Envs.make(id, wanted.shape().dim(1), Map.of()), 0.99)) {
            Step step = env.reset(7);
            for (int t = 0; t < wanted.shape().dim(0); t++) {
                env.step(action(env, id, t));
                assertRow(step.reward(), wanted, t);
            }
            double variance = part(id, "return_var").item();
            assertThat(env.stats().variance(0)).isCloseTo(variance, within(1e-5 * variance));
        }
    }

    private static Array action(VecEnv env, String id, int t) {
        Array action = RandomActions.empty(env.actionSpace(), env.size());
        int count = action.shape().volume();
        System.arraycopy(Rows.data(part(id, "action")), t * count, Rows.data(action), 0, count);
        return action;
    }

    /// Gymnasium means each batch in float32, ours is in double.
    private static void assertRow(Array seen, Array wanted, int t) {
        int count = seen.shape().volume();
        for (int i = 0; i < count; i++) {
            float value = wanted.floats()[t * count + i];
            assertThat(seen.floats()[i])
                    .as("number %d after %d steps", i, t)
                    .isCloseTo(value, within(1e-4f * Math.max(1, Math.abs(value))));
        }
    }
}
