package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;

/// The part `[from, to)` of one axis. Nothing is copied until a kernel needs contiguous data.
public record Slice(int axis, int from, int to) implements Op {

    public static Tensor of(Tensor x, int axis, int from, int to) {
        int counted = x.shape().axis(axis);
        int size = x.shape().dim(counted);
        if (from < 0 || to < from || to > size) {
            throw new ShapeException("slice [%s, %s) of axis %s of %s: needs to lie in [0, %s]"
                    .formatted(from, to, axis, x.shape(), size));
        }
        if (from == 0 && to == size) {
            return x;
        }
        Shape shape = x.shape().with(counted, to - from);
        return new Tensor(new Slice(counted, from, to), List.of(x), shape, x.dtype());
    }

    @Override
    public String label() {
        return "slice";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        int size = out.input(0).shape().dim(axis);
        return new @Nullable Tensor[] {Pad.of(g, axis, from, size - to)};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        int[] strides = out.input(0).shape().strides();
        return Reference.strided(out.shape(), inputs.getFirst(), from * strides[axis], strides);
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = inputs.getFirst();
        return new View(x.buffer(), x.offset() + from * x.strides()[axis], out.shape(), x.strides());
    }
}
