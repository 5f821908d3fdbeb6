package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.internal.vector.VectorKernels;

/// Reductions in vectors: sums against the order that [Reduction] promises, the others against their twin.
class ReductionTest {
    private static final Reduction VECTOR = VectorKernels.create().reduction();
    private static final Reduction SCALAR = Kernels.scalar().reduction();
    private static final int LANES = FloatVector.SPECIES_PREFERRED.length();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 16, 17, 63, 64, 65, 1021})
    void sumsOfRows(int n) {
        for (int outer : new int[] {1, 3, 65}) {
            Guarded x = Guarded.random(outer * n, new Random(n));
            Guarded y = Guarded.marked(outer);
            Guarded expected = y.copy();
            for (int o = 0; o < outer; o++) {
                expected.array[expected.offset + o] = inLanes(x.array, x.offset + o * n, n);
            }
            VECTOR.sum(x.array, x.offset, outer, n, 1, y.array, y.offset);
            y.assertSameBits(expected, "%d rows of %d".formatted(outer, n));
        }
    }

    /// A row that ends with its array leaves no room to read a whole vector; its bits are the same.
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 15, 17, 31, 100})
    void theEndOfTheArrayChangesNoBits(int n) {
        Guarded x = Guarded.random(n, new Random(n));
        float[] y = new float[2];
        VECTOR.sum(x.array, x.offset, 1, n, 1, y, 0);
        VECTOR.sum(x.values(), 0, 1, n, 1, y, 1);
        assertThat(y[1]).isEqualTo(y[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 15, 16, 17, 63, 64, 65, 130})
    void sumsOfColumns(int inner) {
        for (int n : new int[] {0, 1, 7, 64}) {
            for (int outer : new int[] {1, 3}) {
                Guarded x = Guarded.random(outer * n * inner, new Random(n));
                Guarded y = Guarded.marked(outer * inner);
                Guarded expected = y.copy();
                VECTOR.sum(x.array, x.offset, outer, n, inner, y.array, y.offset);
                SCALAR.sum(x.array, x.offset, outer, n, inner, expected.array, expected.offset);
                y.assertSameBits(expected, "[%d, %d, %d]".formatted(outer, n, inner));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 15, 16, 17, 64, 65, 1021})
    void largestAndSmallest(int n) {
        for (int inner : new int[] {1, 2, 15, 16, 17, 40}) {
            int outer = 3;
            Guarded x = Guarded.random(outer * n * inner, new Random(n));
            var random = new Random(inner);
            float[] odd = {0f, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
            for (int round = 0; round < 2; round++) { // first plain numbers, then odd ones among them
                Guarded y = Guarded.marked(outer * inner);
                Guarded expected = y.copy();
                VECTOR.max(x.array, x.offset, outer, n, inner, y.array, y.offset);
                SCALAR.max(x.array, x.offset, outer, n, inner, expected.array, expected.offset);
                y.assertSameBits(expected, "max [%d, %d, %d]".formatted(outer, n, inner));
                VECTOR.min(x.array, x.offset, outer, n, inner, y.array, y.offset);
                SCALAR.min(x.array, x.offset, outer, n, inner, expected.array, expected.offset);
                y.assertSameBits(expected, "min [%d, %d, %d]".formatted(outer, n, inner));

                int[] best = new int[outer * inner];
                int[] twin = new int[outer * inner];
                VECTOR.argmax(x.array, x.offset, outer, n, inner, best, 0);
                SCALAR.argmax(x.array, x.offset, outer, n, inner, twin, 0);
                assertThat(best).isEqualTo(twin);
                for (int i = 0; i < 4 + outer * n * inner / 50; i++) {
                    x.array[x.offset + random.nextInt(outer * n * inner)] = odd[random.nextInt(odd.length)];
                }
            }
        }
    }

    @Test
    void theFirstOfTiesAndNanAboveAll() {
        float[] x = {1, 3, 3, Float.POSITIVE_INFINITY, Float.NaN, Float.NaN, -0f, 0f};
        int[] y = new int[4];
        VECTOR.argmax(x, 0, 1, 3, 1, y, 0);
        VECTOR.argmax(x, 0, 1, 8, 1, y, 1);
        VECTOR.argmax(x, 6, 1, 2, 1, y, 2);
        VECTOR.argmax(x, 0, 1, 4, 1, y, 3);
        assertThat(y).containsExactly(1, 4, 0, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 7, 16, 17, 63, 64, 65, 1021})
    void dotProducts(int n) {
        int outer = 5;
        Guarded a = Guarded.random(outer * n, new Random(1));
        Guarded b = Guarded.random(outer * n, new Random(2));
        Guarded y = Guarded.marked(outer);
        VECTOR.dot(a.array, a.offset, b.array, b.offset, outer, n, y.array, y.offset);
        y.assertBorderUntouched();
        for (int o = 0; o < outer; o++) {
            double sum = 0;
            double size = 0;
            for (int i = 0; i < n; i++) {
                double product = (double) a.array[a.offset + o * n + i] * b.array[b.offset + o * n + i];
                sum += product;
                size += Math.abs(product);
            }
            assertThat(Math.abs(y.array[y.offset + o] - sum)).isLessThanOrEqualTo(1e-6 * size);
        }
    }

    /// The first call is interpreted (as far as no other test came before), the last one compiled.
    @ParameterizedTest
    @ValueSource(ints = {3, 6, 17, 100})
    void theFiftyThousandthCallGivesTheBitsOfTheFirst(int n) {
        int outer = 4;
        int inner = 21;
        Guarded x = Guarded.random(outer * n * inner, new Random(n));
        float[][] first = reduce(x, outer, n, inner);
        float[][] last = first;
        for (int call = 0; call < 50_000; call++) {
            last = reduce(x, outer, n, inner);
        }
        assertThat(Arrays.deepEquals(last, first)).isTrue();
    }

    private static float[][] reduce(Guarded x, int outer, int n, int inner) {
        float[][] y = new float[5][outer * inner];
        VECTOR.sum(x.array, x.offset, outer, n, 1, y[0], 0);
        VECTOR.sum(x.array, x.offset, 1, n, inner, y[1], 0);
        VECTOR.max(x.array, x.offset, outer, n, 1, y[2], 0);
        VECTOR.min(x.array, x.offset, 1, n, inner, y[3], 0);
        VECTOR.dot(x.array, x.offset, x.array, x.offset + n, outer, n, y[4], 0);
        return y;
    }

    /// Element `i` to partial sum `i mod LANES`, then upper half onto lower half.
    private static float inLanes(float[] x, int at, int n) {
        float[] partial = new float[LANES];
        for (int i = 0; i < n; i++) {
            partial[i % LANES] += x[at + i];
        }
        for (int half = LANES / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; i++) {
                partial[i] += partial[i + half];
            }
        }
        return partial[0];
    }
}
