package slmlab.tensor.internal.vector;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.internal.Matrix;

/// Matrix kernels in SIMD vectors. Products are in [Gemm], convolutions in [VectorConv], copies in
/// [VectorCopy].
final class VectorMatrix implements Matrix {

    @Override
    public void gemm(
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
            int scratchOffset) {
        Gemm.gemm(m, n, k, a, ao, ars, acs, b, bo, brs, bcs, c, co, crs, start, so, srs, scratch, scratchOffset);
    }

    @Override
    public int gemmScratch(int m, int n, int k, int bcs) {
        return Gemm.scratch(n, k);
    }

    @Override
    public void conv(
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
            int scratchOffset) {
        VectorConv.conv(shape, from, to, x, xo, w, wo, bias, biasOffset, y, yo, scratch, scratchOffset);
    }

    @Override
    public void convInput(
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
            int scratchOffset) {
        VectorConv.convInput(shape, from, to, dy, dyo, w, wo, dx, dxo, scratch, scratchOffset);
    }

    @Override
    public void convFilter(
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
            int scratchOffset) {
        VectorConv.convFilter(shape, from, to, x, xo, dy, dyo, dw, dwo, scratch, scratchOffset);
    }

    @Override
    public int convScratch(Conv shape) {
        return VectorConv.scratch(shape);
    }

    @Override
    public void copy(int[] shape, float[] x, int xo, int[] strides, float[] y, int yo) {
        VectorCopy.copy(shape, x, xo, strides, y, yo);
    }

    @Override
    public void place(int[] shape, float[] x, int xo, float[] y, int yo, int[] strides) {
        VectorCopy.place(shape, x, xo, y, yo, strides);
    }
}
