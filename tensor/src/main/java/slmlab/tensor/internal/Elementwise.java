package slmlab.tensor.internal;

/// Element-wise kernels: `y[yo + i] = f(a[ao + i], …)` for `i < n`.
///
/// Every kernel may run in place (`y` the same array and offset as an operand). Operands never overlap `y` in
/// any other way. Comparisons return 1 or 0. NaNs propagate, except through comparisons (0, and 1 for `ne`) and
/// through `select`'s condition. The vector and the scalar implementation give the same bits, for any `n`.
public interface Elementwise {

    void neg(float[] x, int xo, float[] y, int yo, int n);

    void abs(float[] x, int xo, float[] y, int yo, int n);

    /// Compute −1, 0 or 1.
    void sign(float[] x, int xo, float[] y, int yo, int n);

    void square(float[] x, int xo, float[] y, int yo, int n);

    void reciprocal(float[] x, int xo, float[] y, int yo, int n);

    void sqrt(float[] x, int xo, float[] y, int yo, int n);

    void exp(float[] x, int xo, float[] y, int yo, int n);

    void log(float[] x, int xo, float[] y, int yo, int n);

    void log1p(float[] x, int xo, float[] y, int yo, int n);

    void tanh(float[] x, int xo, float[] y, int yo, int n);

    void sigmoid(float[] x, int xo, float[] y, int yo, int n);

    void relu(float[] x, int xo, float[] y, int yo, int n);

    void erf(float[] x, int xo, float[] y, int yo, int n);

    void sin(float[] x, int xo, float[] y, int yo, int n);

    void cos(float[] x, int xo, float[] y, int yo, int n);

    void add(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void sub(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void mul(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void div(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void min(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void max(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void pow(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void lt(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void le(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void eq(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    void ne(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    /// Compute g·(1 − y²): tanh's gradient from its output `b`.
    void tanhGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    /// Compute g where the output `b` is positive, else 0: relu's gradient.
    void reluGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    /// Compute g·b·(1 − b): sigmoid's gradient from its output `b`.
    void sigmoidGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    /// Compute a where `c` is not 0, else b; `c` comes first.
    void select(float[] c, int co, float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);

    /// Compute min(max(x, lo), hi).
    void clamp(float[] x, int xo, float[] lo, int lo0, float[] hi, int hi0, float[] y, int yo, int n);

    void fill(float value, float[] y, int yo, int n);
}
