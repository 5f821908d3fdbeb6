package slmlab.tensor.op;

import java.util.List;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Reduction;

/// Index of the largest element along an axis; the first one if there are ties.
public record ArgMax(int axis) implements Op {

    public static Tensor of(Tensor x, int axis) {
        int counted = x.requireFloat("argmax").shape().axis(axis);
        if (x.shape().dim(counted) == 0) {
            throw new ShapeException("argmax of %s over no elements".formatted(x.shape()));
        }
        return new Tensor(new ArgMax(counted), List.of(x), x.shape().without(counted), DType.INT32);
    }

    @Override
    public String label() {
        return "argmax";
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        Shape shape = out.input(0).shape();
        double[] x = inputs.getFirst();
        double[] y = new double[out.shape().volume()];
        int n = shape.dim(axis);
        int inner = shape.strides()[axis];
        for (int at = 0; at < y.length; at++) {
            int first = at / inner * n * inner + at % inner;
            int best = 0;
            for (int k = 1; k < n; k++) {
                if (x[first + k * inner] > x[first + best * inner]) {
                    best = k;
                }
            }
            y[at] = best;
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = lowering.contiguous(inputs.getFirst());
        View y = lowering.result(out);
        Shape shape = out.input(0).shape();
        int n = shape.dim(axis);
        int inner = shape.strides()[axis];
        int outer = inner == 0 ? 0 : shape.volume() / (n * inner);
        lowering.emit(out, outer, (long) n * inner, List.of(x), List.of(y), memory -> {
            Reduction kernels = memory.kernels().reduction();
            float[] from = memory.floats(x);
            int fromOffset = memory.offset(x);
            int[] to = memory.ints(y);
            int toOffset = memory.offset(y);
            return (first, last) -> kernels.argmax(
                    from, fromOffset + first * n * inner, last - first, n, inner, to, toOffset + first * inner);
        });
        return y;
    }
}
