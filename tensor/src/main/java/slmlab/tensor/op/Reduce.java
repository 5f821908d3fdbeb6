package slmlab.tensor.op;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Reduction;

/// Reduces the neighboring axes `[from, to)` to their sum, maximum or minimum.
public record Reduce(Kind kind, int from, int to) implements Op {
    public enum Kind {
        SUM(0, Double::sum, Reduction::sum),
        MAX(Double.NEGATIVE_INFINITY, Math::max, Reduction::max),
        MIN(Double.POSITIVE_INFINITY, Math::min, Reduction::min);

        private final double start;
        private final DoubleBinaryOperator fold;
        private final Kernel kernel;

        Kind(double start, DoubleBinaryOperator fold, Kernel kernel) {
            this.start = start;
            this.fold = fold;
            this.kernel = kernel;
        }
    }

    /// Reduce any axes (default: all) and drop them, or keep them with size 1.
    public static Tensor of(Kind kind, Tensor x, boolean keep, int... axes) {
        x.requireFloat(kind.name().toLowerCase(Locale.ROOT));
        Shape shape = x.shape();
        boolean[] gone = new boolean[shape.rank()];
        for (int axis : axes) {
            gone[shape.axis(axis)] = true;
        }
        int[] reduced = axesThat(gone, true).toArray();
        boolean apart = reduced.length > 1 && reduced[reduced.length - 1] - reduced[0] >= reduced.length;
        if (kind != Kind.SUM && apart) { // moved together, so that ties on any of the axes share the gradient equally
            int[] order = IntStream.concat(axesThat(gone, false), IntStream.of(reduced))
                    .toArray();
            Tensor y = single(kind, x.transpose(order), shape.rank() - reduced.length, shape.rank());
            Shape ones = shape;
            for (int axis : reduced) {
                ones = ones.with(axis, 1);
            }
            return keep ? y.reshape(ones) : y;
        }
        Shape kept = shape;
        Tensor y = x;
        int to = shape.rank();
        while (to > 0) { // one group of neighboring axes at a time, from the back
            if (axes.length > 0 && !gone[to - 1]) {
                to--;
                continue;
            }
            int from = to;
            while (from > 0 && (axes.length == 0 || gone[from - 1])) {
                from--;
                kept = kept.with(from, 1);
            }
            y = single(kind, y, from, to);
            to = from;
        }
        return keep ? y.reshape(kept) : y;
    }

    private static IntStream axesThat(boolean[] gone, boolean wanted) {
        return IntStream.range(0, gone.length).filter(axis -> gone[axis] == wanted);
    }

    private static Tensor single(Kind kind, Tensor x, int from, int to) {
        int n = 1;
        Shape shape = x.shape();
        for (int axis = to - 1; axis >= from; axis--) {
            n *= shape.dim(axis);
            shape = shape.without(axis);
        }
        if (n == 0 && kind != Kind.SUM) {
            throw new ShapeException("%s of %s over no elements".formatted(kind, x.shape()));
        }
        if (n == 1) {
            return x.reshape(shape);
        }
        return new Tensor(new Reduce(kind, from, to), List.of(x), shape, DType.FLOAT32);
    }

    @Override
    public String label() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        Tensor x = out.input(0);
        Shape one = x.shape();
        for (int axis = from; axis < to; axis++) {
            one = one.with(axis, 1);
        }
        Tensor wide = g.reshape(one).broadcast(x.shape());
        if (kind == Kind.SUM) {
            return new @Nullable Tensor[] {wide};
        }
        Tensor hit =
                x.eq(out.reshape(one).broadcast(x.shape())); // ties share the gradient, as in PyTorch's amax and amin
        int[] axes = IntStream.range(from, to).toArray();
        Tensor ties = Reduce.of(Kind.SUM, hit, true, axes).broadcast(x.shape());
        return new @Nullable Tensor[] {wide.mul(hit).div(ties)};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        Sizes sizes = sizes(out.input(0).shape());
        double[] x = inputs.getFirst();
        double[] y = new double[out.shape().volume()];
        for (int o = 0; o < sizes.outer; o++) {
            for (int i = 0; i < sizes.inner; i++) {
                double folded = kind.start;
                for (int k = 0; k < sizes.n; k++) {
                    folded = kind.fold.applyAsDouble(folded, x[(o * sizes.n + k) * sizes.inner + i]);
                }
                y[o * sizes.inner + i] = folded;
            }
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = lowering.contiguous(inputs.getFirst());
        View y = lowering.result(out);
        Sizes sizes = sizes(out.input(0).shape());
        lowering.emit(out, sizes.outer, (long) sizes.n * sizes.inner, List.of(x), List.of(y), memory -> {
            Reduction kernels = memory.kernels().reduction();
            float[] from = memory.floats(x);
            int fromOffset = memory.offset(x);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            int row = sizes.n * sizes.inner;
            return (first, last) -> kind.kernel.run(
                    kernels,
                    from,
                    fromOffset + first * row,
                    last - first,
                    sizes.n,
                    sizes.inner,
                    to,
                    toOffset + first * sizes.inner);
        });
        return y;
    }

    private Sizes sizes(Shape shape) {
        int outer = 1;
        int n = 1;
        int inner = 1;
        for (int axis = 0; axis < shape.rank(); axis++) {
            if (axis < from) {
                outer *= shape.dim(axis);
            } else if (axis < to) {
                n *= shape.dim(axis);
            } else {
                inner *= shape.dim(axis);
            }
        }
        return new Sizes(outer, n, inner);
    }

    private record Sizes(int outer, int n, int inner) {}

    private interface Kernel {
        void run(Reduction kernels, float[] x, int xo, int outer, int n, int inner, float[] y, int yo);
    }
}
