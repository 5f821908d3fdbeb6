package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AdvantagesTest {
    private static final Offset<Float> CLOSE = within(1e-6f);

    /// Of one env whose values follow one another: V(s_{t+1}) is the next of `values`, which has one more.
    private static float[] gae(float[] reward, float[] values, int[] ends, double gamma, double lam) {
        int n = reward.length;
        float[] advantage = new float[n];
        float[] next = Arrays.copyOfRange(values, 1, n + 1);
        Advantages.gae(1, n, reward, values, next, bytes(ends), new byte[n], gamma, lam, advantage);
        return advantage;
    }

    private static byte[] bytes(int... flags) {
        byte[] bytes = new byte[flags.length];
        for (int i = 0; i < flags.length; i++) {
            bytes[i] = (byte) flags[i];
        }
        return bytes;
    }

    @Test
    void threeStepsByHand() {
        // γ = λ = ½, r = 1 each, V = 2 each: δ = 1 + 1 − 2 = 0 but for the last, whose V' = 4: δ = 1 + 2 − 2 = 1
        // Â₂ = 1, Â₁ = 0 + ¼·1, Â₀ = 0 + ¼·¼
        float[] advantage = gae(new float[] {1, 1, 1}, new float[] {2, 2, 2, 4}, new int[3], 0.5, 0.5);
        assertThat(advantage).containsExactly(0.0625f, 0.25f, 1);
    }

    @Test
    void goldenNumbers() {
        float[] advantage = gae(
                new float[] {1, 0, 2, -1}, new float[] {.5f, .4f, .3f, .2f, .1f}, new int[] {0, 0, 1, 0}, 0.99, 0.95);
        assertThat(advantage).containsExactly(new float[] {2.302846925f, 1.49585f, 1.7f, -1.101f}, CLOSE);
    }

    @Test
    void upstreamsExample() {
        float[] advantage = gae(
                new float[] {1, 0, 1, 1, 0, 1, 1, 1},
                new float[] {1.1f, .1f, 1.1f, 1.1f, .1f, 1.1f, 1.1f, 1.1f, 1.1f},
                new int[] {0, 0, 1, 1, 0, 0, 0, 0},
                0.99,
                0.95);
        assertThat(advantage)
                .containsExactly(
                        new float[] {.84070045f, .89495f, -.1f, -.1f, 3.616724f, 2.7939649f, 1.9191545f, .989f}, CLOSE);
    }

    @Test
    void truncationKeepsTheFutureAndTerminationDoesNot() {
        // r = 2, V = 1, V' = 4, γ = ½:  δ = 2 + ½·4 − 1 = 3  or  δ = 2 + 0 − 1 = 1
        assertThat(advantageOfLastStep(bytes(0), bytes(1))).isEqualTo(3f);
        assertThat(advantageOfLastStep(bytes(1), bytes(0))).isEqualTo(1f);
    }

    private static float advantageOfLastStep(byte[] terminated, byte[] truncated) {
        float[] advantage = new float[1];
        Advantages.gae(
                1, 1, new float[] {2}, new float[] {1}, new float[] {4}, terminated, truncated, 0.5, 1, advantage);
        return advantage[0];
    }

    @Test
    void nothingOfTheNextEpisodeLeaksIntoOneThatWasCutShort() {
        // two steps, the first cut short with V' = 0, the second worth 100
        float[] advantage = new float[2];
        Advantages.gae(
                1, 2, new float[] {1, 100}, new float[2], new float[2], new byte[2], bytes(1, 0), 1, 1, advantage);
        assertThat(advantage).containsExactly(1, 100);
    }

    @Test
    void lambdaOneIsTheReturnMinusTheValue() {
        float[] reward = {1, -2, 3, 0.5f};
        float[] value = {0.3f, 0.1f, -0.7f, 2, 1.5f};
        float[] returns = new float[4];
        float[] next = Arrays.copyOfRange(value, 1, 5);
        Advantages.returns(1, 4, reward, next, new byte[4], new byte[4], 0.9, returns);
        float[] advantage = gae(reward, value, new int[4], 0.9, 1);
        for (int t = 0; t < 4; t++) {
            assertThat(advantage[t]).isCloseTo(returns[t] - value[t], CLOSE);
        }
    }

    @Test
    void envsDoNotMix() {
        // env 0 gets 1 a step, env 1 gets 10; env 1 ends after its first step. γ = 1, nothing comes after
        float[] returns = new float[4];
        Advantages.returns(2, 2, new float[] {1, 10, 1, 10}, null, bytes(0, 1, 0, 0), new byte[4], 1, returns);
        assertThat(returns).containsExactly(2, 10, 1, 10);
    }

    @Test
    void nStepReturnsGoOnWithTheValue() {
        // γ = .9, last V = .2: 2 + .18 = 2.18, 0 + .9·2.18 = 1.962, 1 + .9·1.962 = 2.7658
        float[] returns = new float[3];
        float[] next = {.4f, .3f, .2f};
        Advantages.returns(1, 3, new float[] {1, 0, 2}, next, new byte[3], new byte[3], 0.9, returns);
        assertThat(returns).containsExactly(new float[] {2.7658f, 1.962f, 2.18f}, CLOSE);
    }

    @Test
    void plainReturnsEndWithTheirEpisode() {
        // γ = ½: the second step terminates, the third is cut short
        float[] returns = new float[4];
        Advantages.returns(1, 4, new float[] {4, 2, 8, 6}, null, bytes(0, 1, 0, 0), bytes(0, 0, 1, 0), 0.5, returns);
        assertThat(returns).containsExactly(5, 2, 8, 6);
    }

    @Test
    void returnsOfACutEpisodeGoOnWithItsOwnFuture() {
        // γ = ½, V' of the cut step is 10, of the last one 100
        float[] returns = new float[2];
        Advantages.returns(1, 2, new float[] {1, 1}, new float[] {10, 100}, new byte[2], bytes(1, 0), 0.5, returns);
        assertThat(returns).containsExactly(6, 51);
    }
}
