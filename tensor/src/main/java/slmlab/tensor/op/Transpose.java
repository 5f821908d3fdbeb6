package slmlab.tensor.op;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;

/// Permuted axes: axis `i` of the result is axis `order[i]` of the input. Nothing is copied until a kernel
/// needs contiguous data.
public record Transpose(List<Integer> order) implements Op {

    public static Tensor of(Tensor x, int... order) {
        int rank = x.shape().rank();
        int[] sorted = order.clone();
        Arrays.sort(sorted);
        boolean permutes = order.length == rank;
        for (int axis = 0; permutes && axis < rank; axis++) {
            permutes = sorted[axis] == axis;
        }
        if (!permutes) {
            throw new ShapeException("transpose of %s by %s: needs each of its %s axes once"
                    .formatted(x.shape(), Arrays.toString(order), rank));
        }
        if (Arrays.equals(order, sorted)) {
            return x;
        }
        return new Tensor(
                new Transpose(Arrays.stream(order).boxed().toList()),
                List.of(x),
                Shape.of(permute(x.shape().dims(), order)),
                x.dtype());
    }

    @Override
    public String label() {
        return "transpose";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {of(g, inverse(axes()))};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        int[] strides = permute(out.input(0).shape().strides(), axes());
        return Reference.strided(out.shape(), inputs.getFirst(), 0, strides);
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = inputs.getFirst();
        return new View(x.buffer(), x.offset(), out.shape(), permute(x.strides(), axes()));
    }

    public int[] axes() {
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    public static int[] inverse(int[] order) {
        int[] inverse = new int[order.length];
        for (int axis = 0; axis < order.length; axis++) {
            inverse[order[axis]] = axis;
        }
        return inverse;
    }

    public static int[] permute(int[] values, int[] order) {
        int[] permuted = new int[order.length];
        for (int axis = 0; axis < order.length; axis++) {
            permuted[axis] = values[order[axis]];
        }
        return permuted;
    }
}
