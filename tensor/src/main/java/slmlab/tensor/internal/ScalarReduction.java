package slmlab.tensor.internal;

/// Reductions one number at a time.
public final class ScalarReduction implements Reduction {

    @Override
    public void sum(float[] x, int xo, int outer, int n, int inner, float[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += x[xo + (o * n + k) * inner + i];
                }
                y[yo + o * inner + i] = sum;
            }
        }
    }

    @Override
    public void max(float[] x, int xo, int outer, int n, int inner, float[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                float most = Float.NEGATIVE_INFINITY;
                for (int k = 0; k < n; k++) {
                    most = Math.max(most, x[xo + (o * n + k) * inner + i]);
                }
                y[yo + o * inner + i] = most;
            }
        }
    }

    @Override
    public void min(float[] x, int xo, int outer, int n, int inner, float[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                float least = Float.POSITIVE_INFINITY;
                for (int k = 0; k < n; k++) {
                    least = Math.min(least, x[xo + (o * n + k) * inner + i]);
                }
                y[yo + o * inner + i] = least;
            }
        }
    }

    @Override
    public void argmax(float[] x, int xo, int outer, int n, int inner, int[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                int best = 0;
                for (int k = 1; k < n; k++) {
                    float most = x[xo + (o * n + best) * inner + i];
                    float next = x[xo + (o * n + k) * inner + i];
                    if (next > most || (Float.isNaN(next) && !Float.isNaN(most))) {
                        best = k;
                    }
                }
                y[yo + o * inner + i] = best;
            }
        }
    }

    @Override
    public void dot(float[] a, int ao, float[] b, int bo, int outer, int n, float[] y, int yo) {
        for (int o = 0; o < outer; o++) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum = Math.fma(a[ao + o * n + k], b[bo + o * n + k], sum);
            }
            y[yo + o] = sum;
        }
    }
}
