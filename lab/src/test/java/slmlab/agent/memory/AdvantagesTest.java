package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AdvantagesTest {
    private static final Offset<Float> CLOSE = within(1e-6f);

    /// A rollout of such rewards.
    ///
    /// @param ends a text for each step, with a letter for each env: `T`erminated, `C`ut short, or `.` to continue
    private static Rollout rollout(String[] ends, float... reward) {
        Rollouts rollouts = new Rollouts(ends[0].length(), ends.length);
        for (String step : ends) {
            rollouts.step(step);
        }
        fill(rollouts.rollout, "reward", reward);
        return rollouts.rollout;
    }

    private static void fill(Rollout rollout, String column, float... values) {
        System.arraycopy(values, 0, rollout.floats(column), 0, values.length);
    }

    private static float[] column(Rollout rollout, String name) {
        return Arrays.copyOf(rollout.floats(name), rollout.size());
    }

    /// Â of one env whose values follow one another: V(s_{t+1}) is the next of `values`, which has one more.
    ///
    /// @param ends a letter for each step
    private static float[] gae(float[] reward, float[] values, String ends, double gamma, double lam) {
        Rollout rollout = rollout(ends.split(""), reward);
        fill(rollout, "value", Arrays.copyOf(values, reward.length));
        fill(rollout, "next_value", Arrays.copyOfRange(values, 1, values.length));
        rollout.estimateAdvantages(gamma, lam);
        return column(rollout, "advantage");
    }

    @Test
    void threeStepsByHand() {
        // γ = λ = ½, r = 1 each, V = 2 each: δ = 1 + 1 − 2 = 0 but for the last, whose V' = 4: δ = 1 + 2 − 2 = 1
        // Â₂ = 1, Â₁ = 0 + ¼·1, Â₀ = 0 + ¼·¼
        float[] advantage = gae(new float[] {1, 1, 1}, new float[] {2, 2, 2, 4}, "...", 0.5, 0.5);
        assertThat(advantage).containsExactly(0.0625f, 0.25f, 1);
    }

    @Test
    void goldenNumbers() {
        float[] advantage = gae(new float[] {1, 0, 2, -1}, new float[] {.5f, .4f, .3f, .2f, .1f}, "..T.", 0.99, 0.95);
        assertThat(advantage).containsExactly(new float[] {2.302846925f, 1.49585f, 1.7f, -1.101f}, CLOSE);
    }

    @Test
    void upstreamsExample() {
        float[] advantage = gae(
                new float[] {1, 0, 1, 1, 0, 1, 1, 1},
                new float[] {1.1f, .1f, 1.1f, 1.1f, .1f, 1.1f, 1.1f, 1.1f, 1.1f},
                "..TT....",
                0.99,
                0.95);
        assertThat(advantage)
                .containsExactly(
                        new float[] {.84070045f, .89495f, -.1f, -.1f, 3.616724f, 2.7939649f, 1.9191545f, .989f}, CLOSE);
    }

    @Test
    void truncationKeepsTheFutureAndTerminationDoesNot() {
        // r = 2, V = 1, V' = 4, γ = ½:  δ = 2 + ½·4 − 1 = 3  or  δ = 2 + 0 − 1 = 1
        float[] values = {1, 4};
        assertThat(gae(new float[] {2}, values, "C", 0.5, 1)).containsExactly(3);
        assertThat(gae(new float[] {2}, values, "T", 0.5, 1)).containsExactly(1);
    }

    @Test
    void nothingOfTheNextEpisodeLeaksIntoOneThatWasCutShort() {
        // two steps, the first cut short with V' = 0, the second worth 100
        assertThat(gae(new float[] {1, 100}, new float[3], "C.", 1, 1)).containsExactly(1, 100);
    }

    @Test
    void theTargetOfTheValueIsItsAdvantageAndItself() {
        Rollout rollout = rollout(new String[] {".", "T"}, 1, 1);
        fill(rollout, "value", 2, 3);
        fill(rollout, "next_value", 3, 9);
        rollout.estimateAdvantages(1, 1);
        // Â₁ = 1 − 3, Â₀ = 1 + 3 − 2 + Â₁
        assertThat(column(rollout, "advantage")).containsExactly(0, -2);
        assertThat(column(rollout, "value_target")).containsExactly(2, 1);
    }

    @Test
    void lambdaOneIsTheReturnMinusTheValue() {
        float[] reward = {1, -2, 3, 0.5f};
        float[] value = {0.3f, 0.1f, -0.7f, 2, 1.5f};
        Rollout rollout = rollout(new String[] {".", ".", ".", "."}, reward);
        fill(rollout, "value", Arrays.copyOf(value, 4));
        fill(rollout, "next_value", Arrays.copyOfRange(value, 1, 5));
        rollout.estimateAdvantages(0.9);
        float[] expected = column(rollout, "advantage");
        assertThat(gae(reward, value, "....", 0.9, 1)).containsExactly(expected, CLOSE);
    }

    @Test
    void envsDoNotMix() {
        // env 0 gets 1 a step, env 1 gets 10; env 1 ends after its first step. γ = 1, nothing comes after
        Rollout rollout = rollout(new String[] {".T", ".."}, 1, 10, 1, 10);
        rollout.returns(1);
        assertThat(column(rollout, "advantage")).containsExactly(2, 10, 1, 10);
    }

    @Test
    void nStepReturnsContinueWithTheValue() {
        // γ = .9, last V = .2: 2 + .18 = 2.18, 0 + .9·2.18 = 1.962, 1 + .9·1.962 = 2.7658
        Rollout rollout = rollout(new String[] {".", ".", "."}, 1, 0, 2);
        fill(rollout, "value", .5f, .4f, .3f);
        fill(rollout, "next_value", .4f, .3f, .2f);
        rollout.estimateAdvantages(0.9);
        assertThat(column(rollout, "value_target")).containsExactly(new float[] {2.7658f, 1.962f, 2.18f}, CLOSE);
        assertThat(column(rollout, "advantage")).containsExactly(new float[] {2.2658f, 1.562f, 1.88f}, CLOSE);
    }

    @Test
    void plainReturnsEndWithTheirEpisode() {
        // γ = ½: the second step terminates, the third is cut short
        Rollout rollout = rollout(new String[] {".", "T", "C", "."}, 4, 2, 8, 6);
        fill(rollout, "next_value", 100, 100, 100, 100);
        rollout.returns(0.5);
        assertThat(column(rollout, "advantage")).containsExactly(5, 2, 8, 6);
    }

    @Test
    void returnsOfACutEpisodeContinueWithItsOwnFuture() {
        // γ = ½, V' of the cut step is 10, of the last one 100
        Rollout rollout = rollout(new String[] {"C", "."}, 1, 1);
        fill(rollout, "next_value", 10, 100);
        rollout.estimateAdvantages(0.5);
        assertThat(column(rollout, "value_target")).containsExactly(6, 51);
    }
}
