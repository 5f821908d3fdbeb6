package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;
import static slmlab.tensor.internal.vector.Lanes.S;

import jdk.incubator.vector.FloatVector;
import slmlab.tensor.internal.Reduction;

/// Reductions in SIMD vectors. Sums follow the order that [Reduction] specifies; maximum and minimum are the
/// same in any.
///
/// Columns (`inner > 1`) lie side by side in lanes. A last group of columns that does not fill a vector is
/// aligned to the end and computed partly twice; fewer columns than lanes are added one number at a time, four
/// columns at once.
final class VectorReduction implements Reduction {

    @Override
    public void sum(float[] x, int xo, int outer, int n, int inner, float[] y, int yo) {
        if (inner == 1) {
            VectorRows.sum(x, xo, outer, n, y, yo);
            return;
        }
        for (int o = 0; o < outer; o++) {
            int xAt = xo + o * n * inner;
            int yAt = yo + o * inner;
            int i = 0;
            for (; i + 4 * L <= inner; i += 4 * L) {
                sumFour(x, xAt + i, n, inner, y, yAt + i);
            }
            if (inner >= L) {
                for (; i < inner; i += L) {
                    int column = Math.min(i, inner - L);
                    sumOne(x, xAt + column, n, inner, y, yAt + column);
                }
            } else {
                sumFew(x, xAt, n, inner, y, yAt);
            }
        }
    }

    private static void sumFour(float[] x, int at, int n, int stride, float[] y, int yo) {
        FloatVector s0 = FloatVector.zero(S);
        FloatVector s1 = FloatVector.zero(S);
        FloatVector s2 = FloatVector.zero(S);
        FloatVector s3 = FloatVector.zero(S);
        for (int k = 0; k < n; k++) {
            s0 = s0.add(FloatVector.fromArray(S, x, at));
            s1 = s1.add(FloatVector.fromArray(S, x, at + L));
            s2 = s2.add(FloatVector.fromArray(S, x, at + 2 * L));
            s3 = s3.add(FloatVector.fromArray(S, x, at + 3 * L));
            at += stride;
        }
        s0.intoArray(y, yo);
        s1.intoArray(y, yo + L);
        s2.intoArray(y, yo + 2 * L);
        s3.intoArray(y, yo + 3 * L);
    }

    private static void sumOne(float[] x, int at, int n, int stride, float[] y, int yo) {
        FloatVector sum = FloatVector.zero(S);
        for (int k = 0; k < n; k++) {
            sum = sum.add(FloatVector.fromArray(S, x, at));
            at += stride;
        }
        sum.intoArray(y, yo);
    }

    /// Sum fewer columns than lanes: the bias gradient of a small head.
    private static void sumFew(float[] x, int xo, int n, int inner, float[] y, int yo) {
        int i = 0;
        for (; i + 4 <= inner; i += 4) {
            float s0 = 0;
            float s1 = 0;
            float s2 = 0;
            float s3 = 0;
            int at = xo + i;
            for (int k = 0; k < n; k++) {
                s0 += x[at];
                s1 += x[at + 1];
                s2 += x[at + 2];
                s3 += x[at + 3];
                at += inner;
            }
            y[yo + i] = s0;
            y[yo + i + 1] = s1;
            y[yo + i + 2] = s2;
            y[yo + i + 3] = s3;
        }
        if (i + 2 <= inner) {
            float s0 = 0;
            float s1 = 0;
            int at = xo + i;
            for (int k = 0; k < n; k++) {
                s0 += x[at];
                s1 += x[at + 1];
                at += inner;
            }
            y[yo + i] = s0;
            y[yo + i + 1] = s1;
            i += 2;
        }
        if (i < inner) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += x[xo + i + k * inner];
            }
            y[yo + i] = sum;
        }
    }

    @Override
    public void max(float[] x, int xo, int outer, int n, int inner, float[] y, int yo) {
        if (inner == 1) {
            VectorRows.max(x, xo, outer, n, y, yo);
            return;
        }
        for (int o = 0; o < outer; o++) {
            int xAt = xo + o * n * inner;
            int yAt = yo + o * inner;
            if (inner >= L) {
                for (int i = 0; i < inner; i += L) {
                    int column = Math.min(i, inner - L);
                    FloatVector most = FloatVector.broadcast(S, Float.NEGATIVE_INFINITY);
                    for (int k = 0; k < n; k++) {
                        most = most.max(FloatVector.fromArray(S, x, xAt + column + k * inner));
                    }
                    most.intoArray(y, yAt + column);
                }
            } else {
                for (int i = 0; i < inner; i++) {
                    float most = Float.NEGATIVE_INFINITY;
                    for (int k = 0; k < n; k++) {
                        most = Math.max(most, x[xAt + i + k * inner]);
                    }
                    y[yAt + i] = most;
                }
            }
        }
    }

    @Override
    public void min(float[] x, int xo, int outer, int n, int inner, float[] y, int yo) {
        if (inner == 1) {
            VectorRows.min(x, xo, outer, n, y, yo);
            return;
        }
        for (int o = 0; o < outer; o++) {
            int xAt = xo + o * n * inner;
            int yAt = yo + o * inner;
            if (inner >= L) {
                for (int i = 0; i < inner; i += L) {
                    int column = Math.min(i, inner - L);
                    FloatVector least = FloatVector.broadcast(S, Float.POSITIVE_INFINITY);
                    for (int k = 0; k < n; k++) {
                        least = least.min(FloatVector.fromArray(S, x, xAt + column + k * inner));
                    }
                    least.intoArray(y, yAt + column);
                }
            } else {
                for (int i = 0; i < inner; i++) {
                    float least = Float.POSITIVE_INFINITY;
                    for (int k = 0; k < n; k++) {
                        least = Math.min(least, x[xAt + i + k * inner]);
                    }
                    y[yAt + i] = least;
                }
            }
        }
    }

    /// Find it one number at a time: it is used on a handful of actions.
    @Override
    public void argmax(float[] x, int xo, int outer, int n, int inner, int[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                int at = xo + o * n * inner + i;
                int best = 0;
                float most = n > 0 ? x[at] : 0;
                for (int k = 1; k < n; k++) {
                    at += inner;
                    float next = x[at];
                    if (next > most || (Float.isNaN(next) && !Float.isNaN(most))) {
                        most = next;
                        best = k;
                    }
                }
                y[yo + o * inner + i] = best;
            }
        }
    }

    @Override
    public void dot(float[] a, int ao, float[] b, int bo, int outer, int n, float[] y, int yo) {
        if (n < L) {
            for (int o = 0; o < outer; o++) {
                y[yo + o] = rest(0, n, a, ao + o * n, b, bo + o * n);
            }
        } else {
            for (int o = 0; o < outer; o++) {
                y[yo + o] = dotRow(n, a, ao + o * n, b, bo + o * n);
            }
        }
    }

    /// Sum four vectors of partial sums as (0 + 1) + (2 + 3), then their lanes, then the elements after the
    /// last full vector.
    private static float dotRow(int n, float[] a, int ao, float[] b, int bo) {
        FloatVector s0 = FloatVector.zero(S);
        FloatVector s1 = FloatVector.zero(S);
        FloatVector s2 = FloatVector.zero(S);
        FloatVector s3 = FloatVector.zero(S);
        int i = 0;
        for (; i <= n - 4 * L; i += 4 * L) {
            s0 = FloatVector.fromArray(S, a, ao + i).fma(FloatVector.fromArray(S, b, bo + i), s0);
            s1 = FloatVector.fromArray(S, a, ao + i + L).fma(FloatVector.fromArray(S, b, bo + i + L), s1);
            s2 = FloatVector.fromArray(S, a, ao + i + 2 * L).fma(FloatVector.fromArray(S, b, bo + i + 2 * L), s2);
            s3 = FloatVector.fromArray(S, a, ao + i + 3 * L).fma(FloatVector.fromArray(S, b, bo + i + 3 * L), s3);
        }
        for (; i <= n - L; i += L) {
            s0 = FloatVector.fromArray(S, a, ao + i).fma(FloatVector.fromArray(S, b, bo + i), s0);
        }
        FloatVector sum = s0.add(s1).add(s2.add(s3));
        if (L >= 16) { // written out: a vector passed to a call that is not inlined becomes an object
            sum = sum.add(sum.rearrange(Lanes.SWAP_8));
        }
        if (L >= 8) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_4));
        }
        if (L >= 4) {
            sum = sum.add(sum.rearrange(Lanes.SWAP_2));
        }
        float folded = sum.add(sum.rearrange(Lanes.SWAP_1)).lane(0);
        return rest(folded, n - i, a, ao + i, b, bo + i);
    }

    private static float rest(float sum, int n, float[] a, int ao, float[] b, int bo) {
        for (int i = 0; i < n; i++) {
            sum = Math.fma(a[ao + i], b[bo + i], sum);
        }
        return sum;
    }
}
