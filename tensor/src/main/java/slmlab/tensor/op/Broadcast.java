package slmlab.tensor.op;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;

/// Repeats a tensor along new leading axes and along axes of size 1, by NumPy's rule. Nothing is copied until a
/// kernel needs contiguous data.
public record Broadcast(Shape to) implements Op {

    public static Tensor of(Tensor x, Shape to) {
        if (x.shape().equals(to)) {
            return x;
        }
        if (!Objects.equals(to, Shape.broadcast(x.shape(), to))) {
            throw new ShapeException("broadcast of %s to %s: the shapes do not fit".formatted(x.shape(), to));
        }
        return new Tensor(new Broadcast(to), List.of(x), to, x.dtype());
    }

    /// Return the shape that the operands of an operation share: that of one of them, to which the others grow.
    /// Where all would grow, as a column and a row to a matrix, it has to be asked for: a column [64, 1] minus a
    /// row [64] is nearly always a mistake.
    static Shape common(String label, Shape... shapes) {
        Shape all = Shape.SCALAR;
        for (Shape shape : shapes) {
            Shape grown = Shape.broadcast(all, shape);
            if (grown == null) {
                throw new ShapeException("%s of %s: the shapes do not broadcast".formatted(label, listed(shapes)));
            }
            all = grown;
        }
        if (!List.of(shapes).contains(all)) {
            String dims = all.toString().replaceAll("[\\[\\]]", "");
            throw new ShapeException(
                    "%s of %s: none has the shape %s to which they would grow; reshape one to the shape of another, or ask for it with broadcast(Shape.of(%s)) on one of them"
                            .formatted(label, listed(shapes), all, dims));
        }
        return all;
    }

    private static String listed(Shape... shapes) {
        return Arrays.stream(shapes).map(Shape::toString).collect(Collectors.joining(" and "));
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
