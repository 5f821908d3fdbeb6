package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.internal.Matrix.Conv;

/// Convolutions as products whose left operand is the images themselves, read in place.
///
/// In x[N, H, W, C] the window of an output pixel is `KH` runs of `KW·C` floats, a row of the image apart: the
/// groups of a tile. The windows of neighboring pixels begin `strideWidth·C` apart: the rows of a tile. So
/// nothing is copied, and no scratch is needed unless the filters do not fill whole vectors.
final class VectorConv {

    static int scratch(Conv s) {
        int filters = s.filters();
        int window = s.kernelHeight() * s.kernelWidth() * s.channels();
        int pixels = s.outHeight() * s.outWidth();
        int strip = Math.min(Tiles.WIDTH, (filters + L - 1) / L) * L;
        int forward = filters % L == 0 ? 0 : (window + s.outWidth() + 1) * strip;
        int filter = filters % L == 0 ? 0 : (pixels + window) * strip;
        int input = window * filters + Gemm.scratch(placesTogether(s) * s.channels(), filters);
        return Math.max(input, Math.max(forward, filter));
    }

    static void conv(
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
            int at) {
        int filters = s.filters();
        int outWidth = s.outWidth();
        int outHeight = s.outHeight();
        int run = s.kernelWidth() * s.channels();
        int row = s.width() * s.channels();
        int window = s.kernelHeight() * run;
        boolean narrow = filters < L;
        int vectors = (filters + L - 1) / L;
        for (int j = 0, width; vectors > 0; vectors -= width, j += width * L) {
            width = Tiles.width(vectors);
            int columns = Math.min(width * L, filters - j);
            float[] b = w;
            int bo = wo + j;
            int brs = filters;
            float[] start = bias == null ? Tiles.ZEROS : bias;
            int so = bias == null ? 0 : biasOffset + j;
            int rows = at + window * width * L; // a line of y that is too narrow to be written in vectors
            if (columns < width * L) {
                Gemm.panel(window, width, columns, w, bo, filters, 1, scratch, at);
                b = scratch;
                bo = at;
                brs = width * L;
                if (narrow && bias != null) {
                    start = scratch;
                    so = rows + outWidth * L;
                    System.arraycopy(bias, biasOffset, scratch, so, filters);
                }
            }
            int count;
            for (int p = from; p < to; p += count) {
                int column = p % outWidth;
                int line = p / outWidth % outHeight;
                int image = p / outWidth / outHeight;
                count = Math.min(outWidth - column, to - p);
                int xp = xo
                        + (image * s.height() + line * s.strideHeight()) * row
                        + column * s.strideWidth() * s.channels();
                int yp = yo + p * filters + j;
                Tiles.strip(
                        width,
                        count,
                        s.kernelHeight(),
                        run,
                        x,
                        xp,
                        s.strideWidth() * s.channels(),
                        1,
                        row - run,
                        b,
                        bo,
                        brs,
                        Math.max(columns - L, 0),
                        narrow ? scratch : y,
                        narrow ? rows : yp,
                        narrow ? L : filters,
                        start,
                        so,
                        0);
                if (narrow) {
                    Narrow.keep(count, filters, scratch, rows, y, yp, filters);
                }
            }
        }
    }

    /// Compute dw[(kh, kw, c), :]: the sum over all output pixels, image after image, of x at that place of
    /// their window times dy.
    static void convFilter(
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
            int at) {
        int filters = s.filters();
        int pixels = s.outHeight() * s.outWidth();
        int run = s.kernelWidth() * s.channels();
        int row = s.width() * s.channels();
        int step = s.strideWidth() * s.channels();
        if (s.images() == 0) {
            Arrays.fill(dw, dwo + from * filters, dwo + to * filters, 0);
            return;
        }
        boolean narrow = filters < L;
        int sums = at + pixels * L; // of a dw that is too narrow to be written in vectors
        int vectors = (filters + L - 1) / L;
        for (int j = 0, width; vectors > 0; vectors -= width, j += width * L) {
            width = Tiles.width(vectors);
            int columns = Math.min(width * L, filters - j);
            boolean whole = columns == width * L;
            float[] c = narrow ? scratch : dw;
            int co = narrow ? sums : dwo + j;
            int crs = narrow ? L : filters;
            for (int i = 0; i < s.images(); i++) {
                int dyi = dyo + i * pixels * filters + j;
                if (!whole) {
                    Gemm.panel(pixels, width, columns, dy, dyi, filters, 1, scratch, at);
                }
                int count;
                for (int r = from; r < to; r += count) {
                    int kh = r / run;
                    count = Math.min((kh + 1) * run, to) - r;
                    int cr = co + r * crs;
                    Tiles.strip(
                            width,
                            count,
                            s.outHeight(),
                            s.outWidth(),
                            x,
                            xo + (i * s.height() + kh) * row + r % run,
                            1,
                            step,
                            s.strideHeight() * row - s.outWidth() * step,
                            whole ? dy : scratch,
                            whole ? dyi : at,
                            whole ? filters : width * L,
                            Math.max(columns - L, 0),
                            c,
                            cr,
                            crs,
                            i == 0 ? Tiles.ZEROS : c,
                            i == 0 ? 0 : cr,
                            i == 0 ? 0 : crs);
                }
            }
            if (narrow) {
                Narrow.keep(to - from, filters, scratch, sums + from * L, dw, dwo + from * filters, filters);
            }
        }
    }

    /// Add, for each place (kh, kw) of the kernel, dy·wᵀ to the pixels of dx that it touches. The last place
    /// comes first, so that an element of dx sums its windows in the order of their pixels. (With few channels,
    /// row by row of the kernel.)
    static void convInput(
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
            int at) {
        int filters = s.filters();
        int outWidth = s.outWidth();
        int row = s.width() * s.channels();
        int image = s.height() * row;
        int together = placesTogether(s);
        int n = together * s.channels();
        int blocks = s.kernelHeight() * s.kernelWidth() / together;
        int blocksInRow = s.kernelWidth() / together;
        for (int q = 0; q < blocks; q++) {
            VectorTranspose.transpose(n, filters, w, wo + q * n * filters, filters, scratch, at + q * n * filters, n);
        }
        int rest = at + blocks * n * filters;
        // Pixels whose windows overlap must not be in one product: it reads its part of dx before it writes any.
        int phases = (together + s.strideWidth() - 1) / s.strideWidth();
        int dxStride = phases * s.strideWidth() * s.channels();
        Arrays.fill(dx, dxo + from * image, dxo + to * image, 0);
        for (int i = from; i < to; i++) {
            for (int q = blocks - 1; q >= 0; q--) {
                int corner = dxo + i * image + q / blocksInRow * row + q % blocksInRow * n;
                for (int oh = 0; oh < s.outHeight(); oh++) {
                    for (int phase = 0; phase < phases && phase < outWidth; phase++) {
                        int count = (outWidth - phase + phases - 1) / phases;
                        int dyAt = dyo + ((i * s.outHeight() + oh) * outWidth + phase) * filters;
                        int dxAt = corner + oh * s.strideHeight() * row + phase * s.strideWidth() * s.channels();
                        Gemm.gemm(
                                count,
                                n,
                                filters,
                                dy,
                                dyAt,
                                phases * filters,
                                1,
                                scratch,
                                at + q * n * filters,
                                n,
                                1,
                                dx,
                                dxAt,
                                dxStride,
                                dx,
                                dxAt,
                                dxStride,
                                scratch,
                                rest);
                    }
                }
            }
        }
    }

    /// Return how many places of the kernel `convInput` processes together: with few channels a row, to fill a
    /// vector.
    private static int placesTogether(Conv s) {
        return s.channels() >= L ? 1 : s.kernelWidth();
    }

    private VectorConv() {}
}
