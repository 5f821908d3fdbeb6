package slmlab.env.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
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
    private static Step play(VecEnv env, long seed, Function<float[], Integer> control, IntConsumer look) {
        Step step = env.reset(seed);
        Array action = Array.ofInts(Shape.of(1), 0);
        do {
            action.ints()[0] = control.apply(step.obs().floats());
            env.step(action);
            look.accept(action.ints()[0]);
        } while ((step.terminated().bytes()[0] | step.truncated().bytes()[0]) == 0);
        return step;
    }

    private static float[] shown(Step step) {
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

    /// Pushed one way for ever, the pole falls the other.
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

    /// Gymnasium's own heuristic, towards a lean and a height.
    private static int fly(float[] s, double lean, double height) {
        double turn = (lean - s[4]) * 0.5 - s[5];
        double climb = (height - s[1]) * 0.5 - s[3] * 0.5;
        if (s[6] > 0 || s[7] > 0) {
            turn = 0;
            climb = -s[3] * 0.5;
        }
        if (climb > Math.abs(turn) && climb > 0.05) {
            return 2;
        }
        return turn < -0.05 ? 3 : turn > 0.05 ? 1 : 0;
    }

    private static int land(float[] s) {
        return fly(s, Math.clamp(s[0] * 0.5 + s[2], -0.4, 0.4), 0.55 * Math.abs(s[0]));
    }

    /// Return the shaping, whose change is the reward of a step.
    private static double shaping(float[] s) {
        return -100 * Math.hypot(s[0], s[1])
                - 100 * Math.hypot(s[2], s[3])
                - 100 * Math.abs(s[4])
                + 10 * s[6]
                + 10 * s[7];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5})
    void aLanderLandsAndIsRewardedEachStep(long seed) {
        try (VecEnv env = Envs.make("LunarLander-v3", 1, Map.of())) {
            Step step = env.reset(seed);
            double[] before = {shaping(step.obs().floats())};
            double[] sum = new double[1];
            Step last = play(env, seed, ScriptedTest::land, action -> {
                double fuel = action == 2 ? 0.3 : action == 0 ? 0 : 0.03;
                double now = shaping(shown(step));
                sum[0] += step.reward().floats()[0];
                if (step.terminated().bytes()[0] == 0) {
                    assertThat((double) step.reward().floats()[0]).isCloseTo(now - before[0] - fuel, within(1e-3));
                }
                before[0] = now;
            });
            assertThat(last.reward().floats()[0]).isEqualTo(100);
            assertThat(last.terminated().bytes()[0]).isEqualTo((byte) 1);
            float[] end = shown(last);
            assertThat(new float[] {end[6], end[7]}).containsExactly(1, 1); // it stands on both legs
            assertThat(end[1]).isCloseTo(0, within(0.02f));
            assertThat(Math.abs(end[0])).isLessThan(0.3f);
            assertThat(sum[0]).isGreaterThan(200); // Gymnasium calls that solved
        }
    }

    /// The first leg is the one at the larger x: it touches first where the hull leans to the right.
    @Test
    void theLegThatTouchesFirstIsOnTheLowerSide() {
        int[] touched = new int[2];
        try (VecEnv env = Envs.make("LunarLander-v3", 1, Map.of())) {
            for (long seed = 0; seed < 8; seed++) {
                Step step = env.reset(seed);
                boolean[] before = new boolean[1];
                double lean = seed % 2 == 0 ? 0.12 : -0.12;
                play(env, seed, s -> s[1] < 0.35 ? fly(s, lean, 0) : land(s), _ -> {
                    float[] s = shown(step);
                    boolean one = s[6] + s[7] == 1;
                    if (one && !before[0] && Math.abs(s[0]) < 0.15 && Math.abs(s[4]) > 0.05) {
                        assertThat(s[6] == 1).as("lean %s, obs %s", s[4], s[6]).isEqualTo(s[4] < 0);
                        touched[s[6] == 1 ? 0 : 1]++;
                    }
                    before[0] |= s[6] + s[7] > 0;
                });
            }
        }
        assertThat(touched).doesNotContain(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void aLanderThatLeavesIsLost(int side) {
        try (VecEnv env = Envs.make("LunarLander-v3", 1, Map.of())) {
            Step last = play(env, 4, s -> fly(s, -side * 0.4, 1.2), _ -> {});
            assertThat(last.reward().floats()[0]).isEqualTo(-100);
            assertThat(side * shown(last)[0]).isGreaterThanOrEqualTo(1);
            assertThat(new float[] {shown(last)[6], shown(last)[7]}).containsExactly(0, 0);
        }
    }

    @Test
    void aLanderThatFallsIsLost() {
        try (VecEnv env = Envs.make("LunarLander-v3", 1, Map.of())) {
            Step last = play(env, 4, _ -> 0, _ -> {});
            assertThat(last.reward().floats()[0]).isEqualTo(-100);
            assertThat(Math.abs(shown(last)[0])).isLessThan(1);
        }
    }
}
