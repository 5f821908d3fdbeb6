package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// Adds elements into zeros along an axis by index: y[…, index[…, i, …], …] += x[…, i, …], in ascending order
/// of `i`.
public record ScatterAdd(int axis, int size) implements Op {

    public static Tensor of(Tensor x, int axis, Tensor index, int size) {
        int counted = x.requireFloat("scatter_add").shape().axis(axis);
        Index.require("scatter_add", x.shape(), counted, index);
        if (!index.shape().equals(x.shape())) {
            throw new ShapeException(
                    "scatter_add of %s by an index of %s: needs the same shape".formatted(x.shape(), index.shape()));
        }
        return new Tensor(
                new ScatterAdd(counted, size), List.of(x, index), x.shape().with(counted, size), DType.FLOAT32);
    }

    @Override
    public String label() {
        return "scatter_add";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {Gather.of(g, axis, out.input(1)), null};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        Index.Walk walk = Index.walk(out.shape(), out.input(0).shape(), axis);
        double[] x = inputs.get(0);
        double[] y = new double[out.shape().volume()];
        for (int at = 0; at < x.length; at++) {
            y[walk.target(at, (int) inputs.get(1)[at])] += x[at];
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = lowering.contiguous(inputs.get(0));
        View index = lowering.contiguous(inputs.get(1));
        View y = lowering.result(out);
        Index.Walk walk = Index.walk(out.shape(), x.shape(), axis);
        String what = "scatter_add into %s along axis %s at %s".formatted(out.shape(), axis, out.source());
        lowering.emit(out, List.of(x, index), List.of(y), memory -> {
            float[] from = memory.floats(x);
            int fromOffset = memory.offset(x);
            int[] indices = memory.ints(index);
            int indexOffset = memory.offset(index);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            int n = x.shape().volume();
            int zeros = out.shape().volume();
            return (first, last) -> {
                memory.kernels().elementwise().fill(0, to, toOffset, zeros);
                for (int at = 0; at < n; at++) {
                    to[toOffset + walk.checked(at, indices[indexOffset + at], what)] += from[fromOffset + at];
                }
            };
        });
        return y;
    }
}
