package slmlab.env.classic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Episodes that a few lines of control bring to each of their ends.
class ScriptedTest {
    private static final double X_LIMIT = 2.4;
    private static final double ANGLE_LIMIT = 12 * Math.PI / 180;

    /// Plays one episode of discrete actions.
    ///
    /// @param control an action for an observation
    /// @param look called after every step with the action; the step's obs are then the episode's own last ones
    static Step play(VecEnv env, long seed, Function<float[], Integer> control, IntConsumer look) {
        Step step = env.reset(seed);
        Array action = Array.ofInts(Shape.of(1), 0);
        do {
            action.ints()[0] = control.apply(step.obs().floats());
            env.step(action);
            look.accept(action.ints()[0]);
        } while ((step.terminated().bytes()[0] | step.truncated().bytes()[0]) == 0);
        return step;
    }

    static float[] shown(Step step) {
        boolean ended = (step.terminated().bytes()[0] | step.truncated().bytes()[0]) != 0;
        return (ended ? step.finalObs() : step.obs()).floats();
    }

    /// Keeps the pole upright and runs to one side: the cart leaves by its place.
    @ParameterizedTest
    @CsvSource({"1, 1", "-1, 1", "1, 2", "-1, 2"})
    void aCartLeavesOnEitherSide(int side, long seed) {
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            Step now = env.reset(seed);
            int[] steps = new int[1];
            Step last = play(
                    env,
                    seed,
                    obs -> obs[2] + 0.5 * obs[3] > 0.1 * (1.5 * side - obs[1]) ? 1 : 0, // towards a speed of 1.5
                    _ -> {
                        steps[0]++;
                        assertThat(now.reward().floats()[0]).isEqualTo(1);
                        boolean out = Math.abs(shown(now)[0]) > X_LIMIT;
                        assertThat(now.terminated().bytes()[0]).isEqualTo((byte) (out ? 1 : 0));
                    });
            float[] end = shown(last);
            assertThat(side * end[0]).isBetween((float) X_LIMIT, (float) X_LIMIT + 0.2f);
            assertThat((double) Math.abs(end[2])).isLessThan(ANGLE_LIMIT);
            assertThat(last.truncated().bytes()[0]).isZero();
            assertThat(steps[0]).isGreaterThan(30);
        }
    }

    /// Pushed one way forever, the pole falls the other.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aPoleFallsOnEitherSide(int push) {
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            Step now = env.reset(1);
            Step last = play(env, 1, _ -> push, _ -> {
                boolean fell = Math.abs(shown(now)[2]) > ANGLE_LIMIT;
                assertThat(now.terminated().bytes()[0]).isEqualTo((byte) (fell ? 1 : 0));
            });
            float angle = shown(last)[2];
            assertThat((push == 1 ? -1 : 1) * angle).isGreaterThan((float) ANGLE_LIMIT);
            assertThat((double) Math.abs(shown(last)[0])).isLessThan(X_LIMIT);
        }
    }
}
