package slmlab.tensor.internal;

/// Reductions over the middle axis of `x[outer, n, inner]` into `y[outer, inner]`.
///
/// The order of additions is specified, so the same input gives the same bits interpreted or compiled, on one
/// thread or several: with `inner > 1` each column adds its rows from first to last; with `inner == 1` a row
/// adds element `i` to partial sum `i mod lanes`, then the partial sums pairwise. The order may differ between
/// vector widths.
public interface Reduction {

    void sum(float[] x, int xo, int outer, int n, int inner, float[] y, int yo);

    void max(float[] x, int xo, int outer, int n, int inner, float[] y, int yo);

    void min(float[] x, int xo, int outer, int n, int inner, float[] y, int yo);

    /// Compute the index of the first largest element.
    void argmax(float[] x, int xo, int outer, int n, int inner, int[] y, int yo);

    /// Compute Σ a·b over `n` elements of each of `outer` rows; both operands contiguous.
    void dot(float[] a, int ao, float[] b, int bo, int outer, int n, float[] y, int yo);
}
