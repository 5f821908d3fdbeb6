package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PhiloxTest {

    /// The known answers that come with Random123.
    @Test
    void blocksAreThePublishedOnes() {
        assertThat(block(0, 0, 0, 0, 0)).containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
        assertThat(block(-1, -1, -1, -1, -1)).containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
        assertThat(block(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0x299f31d0_a4093822L))
                .containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
    }

    @Test
    void elementsAreTheWordsOfTheirBlocks() {
        long key = 0x0123456789abcdefL;
        long run = 0xfedcba9876543210L;
        float[] y = new float[12];
        Philox.uniform(key, run, 5, 4 * 7, y, 0, 12);
        for (int b = 0; b < 3; b++) {
            int[] words = block(7 + b, 5, 0x76543210, 0xfedcba98, key);
            for (int lane = 0; lane < 4; lane++) {
                float want = (float) (((words[lane] >>> 9) + 0.5) / (1 << 23));
                assertThat(y[4 * b + lane]).isEqualTo(want);
            }
        }
    }

    @Test
    void anyPartOfARangeIsThatPartOfTheWhole() {
        float[] whole = new float[64];
        Philox.uniform(1, 2, 3, 1000, whole, 0, 64);
        for (int from = 0; from < 10; from++) {
            for (int n = 0; n < 14; n++) {
                float[] part = new float[n + 6];
                Arrays.fill(part, -1f);
                Philox.uniform(1, 2, 3, 1000 + from, part, 3, n);
                assertThat(Arrays.copyOfRange(part, 3, 3 + n)).isEqualTo(Arrays.copyOfRange(whole, from, from + n));
                assertThat(Arrays.copyOf(part, 3)).containsOnly(-1f);
                assertThat(Arrays.copyOfRange(part, 3 + n, n + 6)).containsOnly(-1f);
            }
        }
    }

    @Test
    void keyRunAndStreamEachGiveOtherNumbers() {
        float[] base = draw(1, 2, 3);
        assertThat(draw(1, 2, 3)).isEqualTo(base);
        assertThat(draw(2, 2, 3)).isNotEqualTo(base);
        assertThat(draw(1L << 32 | 1, 2, 3)).isNotEqualTo(base);
        assertThat(draw(1, 3, 3)).isNotEqualTo(base);
        assertThat(draw(1, 1L << 32 | 2, 3)).isNotEqualTo(base);
        assertThat(draw(1, 2, 4)).isNotEqualTo(base);
    }

    @Test
    void theIntervalIsOpen() {
        assertThat(Philox.toUniform(0)).isEqualTo(0x1p-24f);
        assertThat(Philox.toUniform(-1)).isEqualTo(1f - 0x1p-24f);
    }

    @Test
    void momentsAreThoseOfTheUniformDistribution() {
        float[] y = new float[1 << 20];
        Philox.uniform(42, 0, 0, 0, y, 0, y.length);
        double sum = 0;
        double squares = 0;
        double neighbors = 0;
        for (int i = 0; i < y.length; i++) {
            double centered = y[i] - 0.5;
            sum += centered;
            squares += centered * centered;
            neighbors += i == 0 ? 0 : centered * (y[i - 1] - 0.5);
        }
        // five standard deviations of each mean over 2²⁰ draws
        assertThat(sum / y.length).isCloseTo(0, within(1.5e-3));
        assertThat(squares / y.length).isCloseTo(1.0 / 12, within(4e-4));
        assertThat(neighbors / y.length).isCloseTo(0, within(4.1e-4));
    }

    @Test
    void aStreamEnds() {
        float[] y = new float[8];
        Philox.uniform(1, 2, 3, (1L << 34) - 8, y, 0, 8);
        assertThatThrownBy(() -> Philox.uniform(1, 2, 3, (1L << 34) - 7, y, 0, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2^34");
    }

    private static int[] block(int c0, int c1, int c2, int c3, long key) {
        int[] out = new int[6];
        Philox.block(c0, c1, c2, c3, key, out, 1);
        return Arrays.copyOfRange(out, 1, 5);
    }

    private static float[] draw(long key, long run, int stream) {
        float[] y = new float[16];
        Philox.uniform(key, run, stream, 0, y, 0, 16);
        return y;
    }
}
