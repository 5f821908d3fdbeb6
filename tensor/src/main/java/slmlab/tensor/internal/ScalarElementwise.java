package slmlab.tensor.internal;

import java.util.Arrays;

/// [Elementwise] one number at a time: the vector kernels must match it bit for bit, and use it for their
/// tails.
public final class ScalarElementwise implements Elementwise {

    @Override
    public void neg(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = -x[xo + i];
        }
    }

    @Override
    public void abs(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = Math.abs(x[xo + i]);
        }
    }

    @Override
    public void sign(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            float v = x[xo + i];
            y[yo + i] = v > 0f ? 1f : v < 0f ? -1f : v;
        }
    }

    @Override
    public void square(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            float v = x[xo + i];
            y[yo + i] = v * v;
        }
    }

    @Override
    public void reciprocal(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = 1f / x[xo + i];
        }
    }

    @Override
    public void sqrt(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = (float) Math.sqrt(x[xo + i]);
        }
    }

    @Override
    public void exp(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.exp(x[xo + i]);
        }
    }

    @Override
    public void log(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.log(x[xo + i]);
        }
    }

    @Override
    public void log1p(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.log1p(x[xo + i]);
        }
    }

    @Override
    public void tanh(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.tanh(x[xo + i]);
        }
    }

    @Override
    public void sigmoid(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.sigmoid(x[xo + i]);
        }
    }

    @Override
    public void relu(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            float v = x[xo + i];
            y[yo + i] = v <= 0f ? 0f : v;
        }
    }

    @Override
    public void erf(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.erf(x[xo + i]);
        }
    }

    @Override
    public void sin(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.sin(x[xo + i]);
        }
    }

    @Override
    public void cos(float[] x, int xo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.cos(x[xo + i]);
        }
    }

    @Override
    public void add(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] + b[bo + i];
        }
    }

    @Override
    public void sub(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] - b[bo + i];
        }
    }

    @Override
    public void mul(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] * b[bo + i];
        }
    }

    @Override
    public void div(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] / b[bo + i];
        }
    }

    @Override
    public void min(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.min(a[ao + i], b[bo + i]);
        }
    }

    @Override
    public void max(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.max(a[ao + i], b[bo + i]);
        }
    }

    @Override
    public void pow(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.pow(a[ao + i], b[bo + i]);
        }
    }

    @Override
    public void lt(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] < b[bo + i] ? 1f : 0f;
        }
    }

    @Override
    public void le(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] <= b[bo + i] ? 1f : 0f;
        }
    }

    @Override
    public void eq(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] == b[bo + i] ? 1f : 0f;
        }
    }

    @Override
    public void ne(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = a[ao + i] != b[bo + i] ? 1f : 0f;
        }
    }

    @Override
    public void tanhGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            float v = b[bo + i];
            y[yo + i] = a[ao + i] * Math.fma(-v, v, 1f);
        }
    }

    @Override
    public void reluGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            float v = b[bo + i];
            y[yo + i] = v <= 0f ? 0f : Float.isNaN(v) ? v : a[ao + i];
        }
    }

    @Override
    public void sigmoidGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            float v = b[bo + i];
            y[yo + i] = a[ao + i] * (v * (1f - v));
        }
    }

    @Override
    public void select(float[] c, int co, float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = c[co + i] != 0f ? a[ao + i] : b[bo + i];
        }
    }

    @Override
    public void clamp(float[] x, int xo, float[] lo, int lo0, float[] hi, int hi0, float[] y, int yo, int n) {
        for (int i = 0; i < n; i++) {
            y[yo + i] = ScalarMath.min(ScalarMath.max(x[xo + i], lo[lo0 + i]), hi[hi0 + i]);
        }
    }

    @Override
    public void fill(float value, float[] y, int yo, int n) {
        Arrays.fill(y, yo, yo + n, value);
    }
}
