package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;
import static slmlab.tensor.internal.vector.Lanes.S;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// Reductions of contiguous rows.
///
/// A sum adds element `i` to partial sum `i mod lanes`, then the upper half of the partial sums to the lower
/// half until one is left. Rows of a few elements, such as one per action, are written out: that order, without
/// the zeros.
///
/// A row's last vector may extend beyond the row: the excess is replaced by neutral elements. Where it would
/// extend beyond the array, the row is reduced one number at a time.
final class VectorRows {

    private static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, S.vectorShape());

    /// Read from `L - t` on, each has `t` lanes of one kind and the rest of the other.
    private static final int[] ALL_THEN_NONE = halves(-1, 0);

    private static final int[] ZERO_THEN_LEAST = halves(0, Float.floatToRawIntBits(Float.NEGATIVE_INFINITY));
    private static final int[] ZERO_THEN_MOST = halves(0, Float.floatToRawIntBits(Float.POSITIVE_INFINITY));

    static void sum(float[] x, int xo, int outer, int n, float[] y, int yo) {
        switch (n) {
            case 2 -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + 2 * o;
                    y[yo + o] = x[at] + x[at + 1];
                }
            }
            case 3 -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + 3 * o;
                    y[yo + o] = (x[at] + x[at + 2]) + x[at + 1];
                }
            }
            case 4 -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + 4 * o;
                    y[yo + o] = (x[at] + x[at + 2]) + (x[at + 1] + x[at + 3]);
                }
            }
            default -> {
                int reach = (n + L - 1) / L * L;
                for (int o = 0; o < outer; o++) {
                    int at = xo + o * n;
                    y[yo + o] = at <= x.length - reach ? sum(x, at, n) : partialSum(x, at, n, 0, 1);
                }
            }
        }
    }

    private static float sum(float[] x, int at, int n) {
        FloatVector sum = FloatVector.zero(S);
        int whole = n - n % L;
        for (int i = 0; i < whole; i += L) {
            sum = sum.add(FloatVector.fromArray(S, x, at + i));
        }
        if (whole < n) {
            IntVector keep = IntVector.fromArray(INTS, ALL_THEN_NONE, L - (n - whole));
            IntVector rest = FloatVector.fromArray(S, x, at + whole).reinterpretAsInts();
            sum = sum.add(rest.and(keep).reinterpretAsFloats());
        }
        if (L >= 16) { // written out: a vector passed to a call that is not inlined becomes an object
            sum = sum.add(sum.rearrange(Lanes.SWAP_8));
        }
        if (L >= 8) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_4));
        }
        if (L >= 4) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_2));
        }
        return sum.add(sum.rearrange(Lanes.SWAP_1)).lane(0);
    }

    /// Sum without vectors: of the partial sums, those numbered `lane`, `lane + step`, …
    private static float partialSum(float[] x, int at, int n, int lane, int step) {
        if (step < L) {
            return partialSum(x, at, n, lane, 2 * step) + partialSum(x, at, n, lane + step, 2 * step);
        }
        float sum = 0;
        for (int i = lane; i < n; i += L) {
            sum += x[at + i];
        }
        return sum;
    }

    static void max(float[] x, int xo, int outer, int n, float[] y, int yo) {
        switch (n) {
            case 2 -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + 2 * o;
                    y[yo + o] = Math.max(x[at], x[at + 1]);
                }
            }
            case 3 -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + 3 * o;
                    y[yo + o] = Math.max(Math.max(x[at], x[at + 1]), x[at + 2]);
                }
            }
            case 4 -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + 4 * o;
                    y[yo + o] = Math.max(Math.max(x[at], x[at + 1]), Math.max(x[at + 2], x[at + 3]));
                }
            }
            default -> {
                for (int o = 0; o < outer; o++) {
                    int at = xo + o * n;
                    if (n >= L) {
                        y[yo + o] = max(x, at, n);
                    } else if (at <= x.length - L) {
                        IntVector row = FloatVector.fromArray(S, x, at).reinterpretAsInts();
                        IntVector keep = IntVector.fromArray(INTS, ALL_THEN_NONE, L - n);
                        IntVector fill = IntVector.fromArray(INTS, ZERO_THEN_LEAST, L - n);
                        y[yo + o] = row.and(keep).or(fill).reinterpretAsFloats().reduceLanes(VectorOperators.MAX);
                    } else {
                        float most = Float.NEGATIVE_INFINITY;
                        for (int i = 0; i < n; i++) {
                            most = Math.max(most, x[at + i]);
                        }
                        y[yo + o] = most;
                    }
                }
            }
        }
    }

    private static float max(float[] x, int at, int n) {
        FloatVector most = FloatVector.fromArray(S, x, at + n - L);
        for (int i = 0; i <= n - L; i += L) {
            most = most.max(FloatVector.fromArray(S, x, at + i));
        }
        return most.reduceLanes(VectorOperators.MAX);
    }

    static void min(float[] x, int xo, int outer, int n, float[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            int at = xo + o * n;
            if (n >= L) {
                y[yo + o] = min(x, at, n);
            } else if (at <= x.length - L) {
                IntVector row = FloatVector.fromArray(S, x, at).reinterpretAsInts();
                IntVector keep = IntVector.fromArray(INTS, ALL_THEN_NONE, L - n);
                IntVector fill = IntVector.fromArray(INTS, ZERO_THEN_MOST, L - n);
                y[yo + o] = row.and(keep).or(fill).reinterpretAsFloats().reduceLanes(VectorOperators.MIN);
            } else {
                float least = Float.POSITIVE_INFINITY;
                for (int i = 0; i < n; i++) {
                    least = Math.min(least, x[at + i]);
                }
                y[yo + o] = least;
            }
        }
    }

    private static float min(float[] x, int at, int n) {
        FloatVector least = FloatVector.fromArray(S, x, at + n - L);
        for (int i = 0; i <= n - L; i += L) {
            least = least.min(FloatVector.fromArray(S, x, at + i));
        }
        return least.reduceLanes(VectorOperators.MIN);
    }

    private static int[] halves(int first, int second) {
        int[] halves = new int[2 * L];
        Arrays.fill(halves, 0, L, first);
        Arrays.fill(halves, L, 2 * L, second);
        return halves;
    }

    private VectorRows() {}
}
