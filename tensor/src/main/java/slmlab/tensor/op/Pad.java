package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;

/// Zero padding before and after, along one axis.
public record Pad(int axis, int before, int after) implements Op {

    public static Tensor of(Tensor x, int axis, int before, int after) {
        int counted = x.shape().axis(axis);
        if (before < 0 || after < 0) {
            throw new ShapeException("pad of %s by %s and %s: needs at least 0".formatted(x.shape(), before, after));
        }
        if (before == 0 && after == 0) {
            return x;
        }
        Shape shape = x.shape().with(counted, before + x.shape().dim(counted) + after);
        return new Tensor(new Pad(counted, before, after), List.of(x.requireFloat("pad")), shape, DType.FLOAT32);
    }

    @Override
    public String label() {
        return "pad";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {Slice.of(g, axis, before, out.shape().dim(axis) - after)};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        double[] y = new double[out.shape().volume()];
        int[] strides = out.shape().strides();
        Reference.place(out.input(0).shape(), inputs.getFirst(), y, before * strides[axis], strides);
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = lowering.contiguous(inputs.getFirst());
        View y = lowering.result(out);
        int[] strides = y.strides();
        int offset = before * strides[axis];
        int[] dims = x.shape().dims();
        lowering.emit(out, List.of(x), List.of(y), memory -> {
            float[] from = memory.floats(x);
            int fromOffset = memory.offset(x);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            int n = out.shape().volume();
            return (first, last) -> {
                memory.kernels().elementwise().fill(0, to, toOffset, n);
                memory.kernels().matrix().place(dims, from, fromOffset, to, toOffset + offset, strides);
            };
        });
        return y;
    }
}
