package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.tensor.internal.vector.VectorKernels;

/// Copies with strides against their twin.
class CopyTest {
    private static final Matrix VECTOR = VectorKernels.create().matrix();
    private static final Matrix SCALAR = Kernels.scalar().matrix();

    @ParameterizedTest
    @CsvSource({"64, 64", "63, 65", "1, 17", "17, 1", "16, 16", "15, 200", "1021, 3", "7, 1021", "256, 256"})
    void transposes(int rows, int columns) {
        for (int gap : new int[] {0, 3}) {
            checkCopy(new int[] {rows, columns}, new int[] {1, rows + gap}, 0);
            checkPlace(new int[] {rows, columns}, new int[] {1, rows + gap}, 0);
        }
    }

    @Test
    void swapsAxesInsideABatch() {
        checkCopy(new int[] {3, 5, 7, 20}, new int[] {7 * 20 * 5, 1, 20 * 5, 5}, 0); // NHWC to NCHW
        checkCopy(new int[] {3, 7, 20, 5}, new int[] {7 * 20 * 5, 20, 1, 140}, 0); // and back
    }

    @Test
    void repeats() {
        checkCopy(new int[] {6, 40}, new int[] {0, 1}, 0); // a row
        checkCopy(new int[] {6, 40}, new int[] {1, 0}, 0); // a column
        checkCopy(new int[] {6, 40, 3}, new int[] {0, 0, 0}, 0); // a number
        checkCopy(new int[] {6, 5, 300}, new int[] {300, 0, 1}, 0);
    }

    @Test
    void reverses() {
        checkCopy(new int[] {6, 40}, new int[] {40, -1}, 39);
        checkCopy(new int[] {6, 40}, new int[] {-40, 1}, 200);
        checkPlace(new int[] {6, 40}, new int[] {-40, -1}, 239);
    }

    @Test
    void takesNothingAndOne() {
        checkCopy(new int[] {}, new int[] {}, 0);
        checkCopy(new int[] {1, 1}, new int[] {5, 9}, 0);
        checkCopy(new int[] {4, 0, 3}, new int[] {3, 3, 1}, 0);
        checkPlace(new int[] {}, new int[] {}, 0);
        checkPlace(new int[] {0}, new int[] {1}, 0);
    }

    /// A box out of a larger array, its axes in any order, some of size 1, some repeated.
    @RepeatedTest(300)
    void anyStrides(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        int rank = random.nextInt(9);
        int[] shape = new int[rank];
        int[] strides = new int[rank];
        Integer[] order = new Integer[rank];
        for (int i = 0; i < rank; i++) {
            order[i] = i;
            shape[i] = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(rank < 4 ? 20 : 4);
        }
        if (random.nextBoolean()) {
            Arrays.sort(order, (a, b) -> Integer.compare((a * 7 + 3) % 5, (b * 7 + 3) % 5));
        }
        int stride = 1;
        for (int i = rank - 1; i >= 0; i--) {
            strides[order[i]] = stride;
            stride *= shape[order[i]] + (random.nextInt(3) == 0 ? 2 : 0);
        }
        checkPlace(shape, strides, 0);
        checkCopy(shape, strides, 0);
        for (int i = 0; i < rank; i++) {
            if (random.nextInt(4) == 0) {
                strides[i] = 0;
            }
        }
        checkCopy(shape, strides, 0);
    }

    private static void checkCopy(int[] shape, int[] strides, int from) {
        int volume = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        Guarded x = Guarded.random(reach(shape, strides) + from, new Random(1));
        Guarded y = Guarded.marked(volume);
        Guarded expected = y.copy();
        VECTOR.copy(shape, x.array, x.offset + from, strides, y.array, y.offset);
        SCALAR.copy(shape, x.array, x.offset + from, strides, expected.array, expected.offset);
        y.assertSameBits(expected, Arrays.toString(shape) + " " + Arrays.toString(strides));
        if (volume > 0) {
            assertThat(y.array[y.offset]).isEqualTo(x.array[x.offset + from]);
        }
    }

    private static void checkPlace(int[] shape, int[] strides, int from) {
        int volume = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        Guarded x = Guarded.random(volume, new Random(2));
        Guarded y = Guarded.marked(reach(shape, strides) + from);
        Guarded expected = y.copy();
        VECTOR.place(shape, x.array, x.offset, y.array, y.offset + from, strides);
        SCALAR.place(shape, x.array, x.offset, expected.array, expected.offset + from, strides);
        y.assertSameBits(expected, Arrays.toString(shape) + " " + Arrays.toString(strides));
    }

    /// One more than the largest place that strides lead to.
    private static int reach(int[] shape, int[] strides) {
        int reach = 1;
        for (int i = 0; i < shape.length; i++) {
            reach += Math.max((shape[i] - 1) * strides[i], 0);
        }
        return reach;
    }
}
