package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;

/// An array with numbers in the middle and a border that nobody may write to.
final class Guarded {
    private static final int BORDER = 37;
    private static final float MARK = -7.25e30f;

    final float[] array;
    final int offset;
    private final int length;

    private Guarded(int length) {
        this.length = length;
        offset = BORDER;
        array = new float[length + 2 * BORDER];
        Arrays.fill(array, MARK);
    }

    /// Return all marks: whoever should write an element and does not is found by its value.
    static Guarded marked(int length) {
        return new Guarded(length);
    }

    /// Numbers between -1 and 1.
    static Guarded random(int length, Random random) {
        var guarded = new Guarded(length);
        for (int i = 0; i < length; i++) {
            guarded.array[BORDER + i] = 2 * random.nextFloat() - 1;
        }
        return guarded;
    }

    Guarded copy() {
        var copy = new Guarded(length);
        System.arraycopy(array, 0, copy.array, 0, array.length);
        return copy;
    }

    float[] values() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    void assertBorderUntouched() {
        for (int i = 0; i < BORDER; i++) {
            assertThat(array[i]).as("%d before", BORDER - i).isEqualTo(MARK);
            assertThat(array[BORDER + length + i]).as("%d behind", i + 1).isEqualTo(MARK);
        }
    }

    /// The same bits everywhere, the border included; one NaN counts as another.
    void assertSameBits(Guarded expected, String what) {
        if (!Arrays.equals(array, expected.array)) {
            int at = Arrays.mismatch(array, expected.array);
            assertThat(array[at]).as("%s: element %d", what, at - offset).isEqualTo(expected.array[at]);
        }
    }
}
