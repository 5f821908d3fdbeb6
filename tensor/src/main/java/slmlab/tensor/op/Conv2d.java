package slmlab.tensor.op;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Call;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Memory;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.Matrix;

/// Convolution of images [n, h, w, c] with filters [kh, kw, c, filters], without padding, and its two
/// gradients.
///
/// The three are bilinear and each other's gradients, so derivatives of any order stay among them. As with
/// [Matmul], `Fuse` may add a bias as third input, and an activation that is applied while the result is in the
/// cache.
public record Conv2d(Part part, Matrix.Conv sizes, @Nullable Unary activation) implements Op {
    /// Outputs that are computed before the activation is applied to them.
    private static final int BLOCK = 2048;

    public enum Part {
        /// images, filters → outputs
        OUTPUT,
        /// output gradient, filters → image gradient
        INPUT,
        /// images, output gradient → filter gradient
        FILTER
    }

    public static Tensor of(Tensor x, Tensor w, int strideHeight, int strideWidth) {
        Shape image = x.requireFloat("conv2d").shape();
        Shape filter = w.requireFloat("conv2d").shape();
        boolean fits = image.rank() == 4
                && filter.rank() == 4
                && image.dim(3) == filter.dim(2)
                && image.dim(1) >= filter.dim(0)
                && image.dim(2) >= filter.dim(1)
                && strideHeight > 0
                && strideWidth > 0;
        if (!fits) {
            throw new ShapeException(
                    ("conv2d of %s and %s with stride %s, %s: needs [n, h, w, c] and [kh ≤ h, kw ≤ w, c, filters], "
                                    + "strides of at least 1")
                            .formatted(image, filter, strideHeight, strideWidth));
        }
        return apply(
                Part.OUTPUT,
                new Matrix.Conv(
                        image.dim(0),
                        image.dim(1),
                        image.dim(2),
                        image.dim(3),
                        filter.dim(0),
                        filter.dim(1),
                        filter.dim(3),
                        strideHeight,
                        strideWidth),
                x,
                w);
    }

    private static Tensor apply(Part part, Matrix.Conv s, Tensor a, Tensor b) {
        Shape shape = switch (part) {
            case OUTPUT -> Shape.of(s.images(), s.outHeight(), s.outWidth(), s.filters());
            case INPUT -> Shape.of(s.images(), s.height(), s.width(), s.channels());
            case FILTER -> Shape.of(s.kernelHeight(), s.kernelWidth(), s.channels(), s.filters());
        };
        return new Tensor(new Conv2d(part, s, null), List.of(a, b), shape, DType.FLOAT32);
    }

    public int strideHeight() {
        return sizes.strideHeight();
    }

    public int strideWidth() {
        return sizes.strideWidth();
    }

    @Override
    public String label() {
        return part == Part.OUTPUT ? "conv2d" : "conv2d_" + part.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        Tensor a = out.input(0);
        Tensor b = out.input(1);
        return switch (part) {
            case OUTPUT -> new @Nullable Tensor[] {apply(Part.INPUT, sizes, g, b), apply(Part.FILTER, sizes, a, g)};
            case INPUT -> new @Nullable Tensor[] {apply(Part.OUTPUT, sizes, g, b), apply(Part.FILTER, sizes, g, a)};
            case FILTER -> new @Nullable Tensor[] {apply(Part.INPUT, sizes, b, g), apply(Part.OUTPUT, sizes, a, g)};
        };
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        double[] a = inputs.get(0);
        double[] b = inputs.get(1);
        double[] y = new double[out.shape().volume()];
        Matrix.Conv s = sizes;
        if (inputs.size() > 2 || activation != null) {
            throw new IllegalStateException("the reference backend runs unfused graphs only");
        }
        for (int n = 0; n < s.images(); n++) {
            for (int oh = 0; oh < s.outHeight(); oh++) {
                for (int ow = 0; ow < s.outWidth(); ow++) {
                    for (int kh = 0; kh < s.kernelHeight(); kh++) {
                        for (int kw = 0; kw < s.kernelWidth(); kw++) {
                            for (int c = 0; c < s.channels(); c++) {
                                int row = oh * s.strideHeight() + kh;
                                int column = ow * s.strideWidth() + kw;
                                int x = ((n * s.height() + row) * s.width() + column) * s.channels() + c;
                                int w = ((kh * s.kernelWidth() + kw) * s.channels() + c) * s.filters();
                                int o = ((n * s.outHeight() + oh) * s.outWidth() + ow) * s.filters();
                                for (int f = 0; f < s.filters(); f++) {
                                    switch (part) {
                                        case OUTPUT -> y[o + f] += a[x] * b[w + f];
                                        case INPUT -> y[x] += a[o + f] * b[w + f];
                                        case FILTER -> y[w + f] += a[x] * b[o + f];
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View a = lowering.contiguous(inputs.get(0));
        View b = lowering.contiguous(inputs.get(1));
        View bias = inputs.size() > 2 ? lowering.contiguous(inputs.get(2)) : null;
        View y = lowering.result(out);
        Matrix.Conv s = sizes;
        lowering.scratch(lowering.kernels().matrix().convScratch(s));
        int filterRows = s.kernelHeight() * s.kernelWidth() * s.channels();
        int pixels = s.images() * s.outHeight() * s.outWidth();
        int units = switch (part) {
            case OUTPUT -> pixels;
            case INPUT -> s.images();
            case FILTER -> filterRows;
        };
        long work = units == 0 ? 0 : (long) pixels * filterRows * s.filters() / units;
        List<View> reads = bias == null ? List.of(a, b) : List.of(a, b, bias);
        lowering.emit(out, units, work, reads, List.of(y), memory -> {
            Matrix kernels = memory.kernels().matrix();
            float[] av = memory.floats(a);
            int ao = memory.offset(a);
            float[] bv = memory.floats(b);
            int bo = memory.offset(b);
            float[] yv = memory.floats(y);
            int yo = memory.offset(y);
            float[] scratch = memory.scratch();
            return switch (part) {
                case OUTPUT -> output(memory, av, ao, bv, bo, bias, yv, yo);
                case INPUT -> (first, last) -> kernels.convInput(s, first, last, av, ao, bv, bo, yv, yo, scratch, 0);
                case FILTER -> (first, last) -> kernels.convFilter(s, first, last, av, ao, bv, bo, yv, yo, scratch, 0);
            };
        });
        return y;
    }

    private Call output(Memory memory, float[] x, int xo, float[] w, int wo, @Nullable View bias, float[] y, int yo) {
        Matrix kernels = memory.kernels().matrix();
        Elementwise pointwise = memory.kernels().elementwise();
        float @Nullable [] starts = bias == null ? null : memory.floats(bias);
        int startOffset = bias == null ? 0 : memory.offset(bias);
        float[] scratch = memory.scratch();
        Unary.Kernel activate = activation == null ? null : activation.kernel();
        int filters = sizes.filters();
        int block = activate == null ? Integer.MAX_VALUE : Math.max(12, BLOCK / Math.max(1, filters) / 12 * 12);
        return (first, last) -> {
            for (int row = first; row < last; row += Math.min(block, last - row)) {
                int end = row + Math.min(block, last - row);
                kernels.conv(sizes, row, end, x, xo, w, wo, starts, startOffset, y, yo, scratch, 0);
                if (activate != null) {
                    int at = yo + row * filters;
                    activate.run(pointwise, y, at, y, at, (end - row) * filters);
                }
            }
        };
    }
}
