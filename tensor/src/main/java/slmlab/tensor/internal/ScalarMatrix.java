package slmlab.tensor.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Matrix kernels one number at a time: the simplest loops that give the documented bits.
public final class ScalarMatrix implements Matrix {

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
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                float sum = start == null ? 0 : start[so + i * srs + j];
                for (int p = 0; p < k; p++) {
                    sum = Math.fma(a[ao + i * ars + p * acs], b[bo + p * brs + j * bcs], sum);
                }
                c[co + i * crs + j] = sum;
            }
        }
    }

    @Override
    public int gemmScratch(int m, int n, int k, int bcs) {
        return 0;
    }

    @Override
    public void conv(
            Conv s,
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
        int run = s.kernelWidth() * s.channels();
        for (int pixel = from; pixel < to; pixel++) {
            int first = xo + corner(s, pixel);
            for (int f = 0; f < s.filters(); f++) {
                float sum = bias == null ? 0 : bias[biasOffset + f];
                for (int kh = 0; kh < s.kernelHeight(); kh++) {
                    for (int i = 0; i < run; i++) {
                        float weight = w[wo + (kh * run + i) * s.filters() + f];
                        sum = Math.fma(x[first + kh * s.width() * s.channels() + i], weight, sum);
                    }
                }
                y[yo + pixel * s.filters() + f] = sum;
            }
        }
    }

    @Override
    public void convInput(
            Conv s,
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
        int run = s.kernelWidth() * s.channels();
        int image = s.height() * s.width() * s.channels();
        int pixels = s.outHeight() * s.outWidth();
        Arrays.fill(dx, dxo + from * image, dxo + to * image, 0);
        for (int pixel = from * pixels; pixel < to * pixels; pixel++) {
            int first = dxo + corner(s, pixel);
            for (int kh = 0; kh < s.kernelHeight(); kh++) {
                for (int i = 0; i < run; i++) {
                    int at = first + kh * s.width() * s.channels() + i;
                    for (int f = 0; f < s.filters(); f++) {
                        float weight = w[wo + (kh * run + i) * s.filters() + f];
                        dx[at] = Math.fma(dy[dyo + pixel * s.filters() + f], weight, dx[at]);
                    }
                }
            }
        }
    }

    @Override
    public void convFilter(
            Conv s,
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
        int run = s.kernelWidth() * s.channels();
        int pixels = s.images() * s.outHeight() * s.outWidth();
        Arrays.fill(dw, dwo + from * s.filters(), dwo + to * s.filters(), 0);
        for (int pixel = 0; pixel < pixels; pixel++) {
            int first = xo + corner(s, pixel);
            for (int row = from; row < to; row++) {
                float number = x[first + row / run * s.width() * s.channels() + row % run];
                for (int f = 0; f < s.filters(); f++) {
                    int at = dwo + row * s.filters() + f;
                    dw[at] = Math.fma(number, dy[dyo + pixel * s.filters() + f], dw[at]);
                }
            }
        }
    }

    @Override
    public int convScratch(Conv shape) {
        return 0;
    }

    @Override
    public void copy(int[] shape, float[] x, int xo, int[] strides, float[] y, int yo) {
        for (int i = 0; i < volume(shape); i++) {
            y[yo + i] = x[xo + place(shape, i, strides)];
        }
    }

    @Override
    public void place(int[] shape, float[] x, int xo, float[] y, int yo, int[] strides) {
        for (int i = 0; i < volume(shape); i++) {
            y[yo + place(shape, i, strides)] = x[xo + i];
        }
    }

    /// Return where the window of an output pixel begins in the images.
    private static int corner(Conv s, int pixel) {
        int column = pixel % s.outWidth() * s.strideWidth();
        int row = pixel / s.outWidth() % s.outHeight() * s.strideHeight();
        int image = pixel / (s.outWidth() * s.outHeight());
        return ((image * s.height() + row) * s.width() + column) * s.channels();
    }

    /// Return the position of element `i` of a row-major shape under strides.
    private static int place(int[] shape, int i, int[] strides) {
        int at = 0;
        int rest = i;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            at += rest % shape[axis] * strides[axis];
            rest /= shape[axis];
        }
        return at;
    }

    private static int volume(int[] shape) {
        int volume = 1;
        for (int size : shape) {
            volume *= size;
        }
        return volume;
    }
}
