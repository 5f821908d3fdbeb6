package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// The same elements in the same order under another shape.
public record Reshape(Shape to) implements Op {

    /// Reshape a tensor. One axis of `dims` may be −1, which is inferred.
    public static Tensor of(Tensor x, int... dims) {
        int[] filled = dims.clone();
        int open = -1;
        int known = 1;
        for (int axis = 0; axis < dims.length; axis++) {
            if (dims[axis] == -1 && open == -1) {
                open = axis;
            } else {
                known *= dims[axis];
            }
        }
        if (open >= 0 && known > 0) {
            filled[open] = x.shape().volume() / known;
        }
        Shape to = Shape.of(filled);
        if (to.volume() != x.shape().volume()) {
            throw new ShapeException("reshape of %s to %s: %s elements do not fill %s"
                    .formatted(x.shape(), Shape.of(filled), x.shape().volume(), to.volume()));
        }
        return to.equals(x.shape()) ? x : new Tensor(new Reshape(to), List.of(x), to, x.dtype());
    }

    @Override
    public String label() {
        return "reshape";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {of(g, out.input(0).shape().dims())};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        return inputs.getFirst();
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = inputs.getFirst();
        int[] kept = strides(x);
        if (kept != null) {
            return new View(x.buffer(), x.offset(), to, kept);
        }
        View row = lowering.contiguous(x);
        return new View(row.buffer(), row.offset(), to, to.strides());
    }

    /// Return strides for the new shape over the same memory, if only axes of size 1 are added or removed; else
    /// null.
    private int @Nullable [] strides(View x) {
        int[] strides = new int[to.rank()];
        int from = 0;
        for (int axis = 0; axis < to.rank(); axis++) {
            if (to.dim(axis) == 1) {
                continue;
            }
            while (from < x.shape().rank() && x.shape().dim(from) == 1) {
                from++;
            }
            if (from == x.shape().rank() || x.shape().dim(from) != to.dim(axis)) {
                return null;
            }
            strides[axis] = x.strides()[from++];
        }
        return strides;
    }
}
