package slmlab.tensor;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Repeats a tensor along new leading axes and along axes of size 1, by NumPy's rule. Nothing is copied until a
/// kernel needs contiguous data.
record Broadcast(Shape to) implements Op {

    static Tensor of(Tensor x, Shape to) {
        if (x.shape().equals(to)) {
            return x;
        }
        if (!Objects.equals(to, Shape.broadcast(x.shape(), to))) {
            throw new ShapeException("broadcast of %s to %s: the shapes do not fit".formatted(x.shape(), to));
        }
        return new Tensor(new Broadcast(to), List.of(x), to, x.dtype());
    }

    @Override
    public String label() {
        return "broadcast";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {g.sumTo(out.input(0).shape())};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        Shape from = out.input(0).shape();
        return Reference.strided(to, inputs.getFirst(), 0, strides(from.dims(), from.strides()));
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = inputs.getFirst();
        return new View(x.buffer(), x.offset(), to, strides(x.shape().dims(), x.strides()));
    }

    private int[] strides(int[] dims, int[] given) {
        int[] strides = new int[to.rank()];
        int lead = to.rank() - dims.length;
        for (int axis = 0; axis < dims.length; axis++) {
            strides[lead + axis] = dims[axis] == 1 ? 0 : given[axis];
        }
        return strides;
    }
}
