package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// Picks elements along an axis by index: y[…, i, …] = x[…, index[…, i, …], …]. The index has x's shape on all
/// other axes.
public record Gather(int axis) implements Op {

    public static Tensor of(Tensor x, int axis, Tensor index) {
        int counted = x.requireFloat("gather").shape().axis(axis);
        Index.require("gather", x.shape(), counted, index);
        return new Tensor(new Gather(counted), List.of(x, index), index.shape(), DType.FLOAT32);
    }

    @Override
    public String label() {
        return "gather";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {
            ScatterAdd.of(g, axis, out.input(1), out.input(0).shape().dim(axis)), null
        };
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        Index.Walk walk = Index.walk(out.input(0).shape(), out.shape(), axis);
        double[] y = new double[out.shape().volume()];
        for (int at = 0; at < y.length; at++) {
            y[at] = inputs.get(0)[walk.target(at, (int) inputs.get(1)[at])];
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = lowering.contiguous(inputs.get(0));
        View index = lowering.contiguous(inputs.get(1));
        View y = lowering.result(out);
        Index.Walk walk = Index.walk(x.shape(), out.shape(), axis);
        String what = "gather of %s along axis %s at %s".formatted(x.shape(), axis, out.source());
        lowering.emit(out, List.of(x, index), List.of(y), memory -> {
            float[] from = memory.floats(x);
            int fromOffset = memory.offset(x);
            int[] indices = memory.ints(index);
            int indexOffset = memory.offset(index);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            int n = out.shape().volume();
            return (first, last) -> {
                for (int at = 0; at < n; at++) {
                    to[toOffset + at] = from[fromOffset + walk.checked(at, indices[indexOffset + at], what)];
                }
            };
        });
        return y;
    }
}
