package slmlab.env.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.env.VecEnv;

/// Episodes of LunarLander that a few lines of control bring to each of their ends.
class LanderScriptTest {
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
            Step last = ScriptedTest.play(env, seed, LanderScriptTest::land, action -> {
                double fuel = action == 2 ? 0.3 : action == 0 ? 0 : 0.03;
                double now = shaping(ScriptedTest.shown(step));
                sum[0] += step.reward().floats()[0];
                if (step.terminated().bytes()[0] == 0) {
                    assertThat((double) step.reward().floats()[0]).isCloseTo(now - before[0] - fuel, within(1e-3));
                }
                before[0] = now;
            });
            assertThat(last.reward().floats()[0]).isEqualTo(100);
            assertThat(last.terminated().bytes()[0]).isEqualTo((byte) 1);
            float[] end = ScriptedTest.shown(last);
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
                ScriptedTest.play(env, seed, s -> s[1] < 0.35 ? fly(s, lean, 0) : land(s), _ -> {
                    float[] s = ScriptedTest.shown(step);
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
            Step last = ScriptedTest.play(env, 4, s -> fly(s, -side * 0.4, 1.2), _ -> {});
            assertThat(last.reward().floats()[0]).isEqualTo(-100);
            assertThat(side * ScriptedTest.shown(last)[0]).isGreaterThanOrEqualTo(1);
            assertThat(new float[] {ScriptedTest.shown(last)[6], ScriptedTest.shown(last)[7]})
                    .containsExactly(0, 0);
        }
    }

    @Test
    void aLanderThatFallsIsLost() {
        try (VecEnv env = Envs.make("LunarLander-v3", 1, Map.of())) {
            Step last = ScriptedTest.play(env, 4, _ -> 0, _ -> {});
            assertThat(last.reward().floats()[0]).isEqualTo(-100);
            assertThat(Math.abs(ScriptedTest.shown(last)[0])).isLessThan(1);
        }
    }
}
