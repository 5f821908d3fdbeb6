package slmlab.tensor.internal;

import org.jspecify.annotations.Nullable;

/// Matrix products, convolutions and strided copies.
///
/// Every element of a result is a chain of fused multiply-adds in ascending `k`, beginning with `start`: the
/// same bits for any tile, any split of the rows over threads, interpreted or compiled. (Narrow results may sum
/// in lanes; that order is fixed too.) `scratch` has room for [#gemmScratch] or [#convScratch] floats from
/// `scratchOffset`; kernels keep nothing in it between calls.
public interface Matrix {

    /// Compute C[i, j] = start[i, j] + Σ_k A[i, k]·B[k, j] for `i < m`, `j < n`, with A[i, k] at `ao + i·ars +
    /// k·acs`, B[k, j] at `bo + k·brs + j·bcs`, C[i, j] at `co + i·crs + j`, start[i, j] at `so + i·srs + j`:
    /// `srs = 0` is a bias row, `start == c` at C's own offset accumulates, null starts from zero. Fastest
    /// where `bcs == 1`; `acs` and `ars` are free.
    void gemm(
            int m,
            int n,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            float[] b,
            int bo,
            int brs,
            int bcs,
            float[] c,
            int co,
            int crs,
            float @Nullable [] start,
            int so,
            int srs,
            float[] scratch,
            int scratchOffset);

    /// Return the number of scratch floats that `gemm` needs at these sizes.
    int gemmScratch(int m, int n, int k, int bcs);

    /// Compute rows `from` to `to` of y[N·OH·OW, OC] = x ⋆ w + bias, x[N, H, W, C] without padding, w[KH, KW,
    /// C, OC].
    void conv(
            Conv shape,
            int from,
            int to,
            float[] x,
            int xo,
            float[] w,
            int wo,
            float @Nullable [] bias,
            int biasOffset,
            float[] y,
            int yo,
            float[] scratch,
            int scratchOffset);

    /// Compute the gradient of `conv` by its input: dx[N, H, W, C] from dy[N·OH·OW, OC], for images `from` to
    /// `to`.
    void convInput(
            Conv shape,
            int from,
            int to,
            float[] dy,
            int dyo,
            float[] w,
            int wo,
            float[] dx,
            int dxo,
            float[] scratch,
            int scratchOffset);

    /// Compute the gradient of `conv` by its filter: dw[KH, KW, C, OC], rows `from` to `to` of its KH·KW·C
    /// rows.
    void convFilter(
            Conv shape,
            int from,
            int to,
            float[] x,
            int xo,
            float[] dy,
            int dyo,
            float[] dw,
            int dwo,
            float[] scratch,
            int scratchOffset);

    /// Return the number of scratch floats that each of the three needs.
    int convScratch(Conv shape);

    /// Copy x with any strides (0 repeats, as a broadcast does) to y, contiguous in row-major `shape`.
    void copy(int[] shape, float[] x, int xo, int[] strides, float[] y, int yo);

    /// Copy a contiguous x to y with any strides (for slices written in place).
    void place(int[] shape, float[] x, int xo, float[] y, int yo, int[] strides);

    /// The sizes of a convolution without padding.
    record Conv(
            int images,
            int height,
            int width,
            int channels,
            int kernelHeight,
            int kernelWidth,
            int filters,
            int strideHeight,
            int strideWidth) {
        public int outHeight() {
            return (height - kernelHeight) / strideHeight + 1;
        }

        public int outWidth() {
            return (width - kernelWidth) / strideWidth + 1;
        }
    }
}
