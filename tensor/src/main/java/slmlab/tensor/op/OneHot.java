package slmlab.tensor.op;

import java.util.List;
import slmlab.tensor.DType;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// One-hot rows of size `n`, one per index.
public record OneHot(int n) implements Op {

    public static Tensor of(Tensor index, int n) {
        if (index.dtype() != DType.INT32) {
            throw new ShapeException("one_hot of %s: needs INT32".formatted(index.dtype()));
        }
        return new Tensor(
                new OneHot(n),
                List.of(index),
                index.shape().insert(index.shape().rank(), n),
                DType.FLOAT32);
    }

    @Override
    public String label() {
        return "one_hot";
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        double[] y = new double[out.shape().volume()];
        for (int at = 0; at < inputs.getFirst().length; at++) {
            y[at * n + (int) inputs.getFirst()[at]] = 1;
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View index = lowering.contiguous(inputs.getFirst());
        View y = lowering.result(out);
        Index.Walk walk = new Index.Walk(n, 1, 1);
        String what = "one_hot of %s places at %s".formatted(n, out.source());
        lowering.emit(out, List.of(index), List.of(y), memory -> {
            int[] indices = memory.ints(index);
            int indexOffset = memory.offset(index);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            int count = index.shape().volume();
            return (first, last) -> {
                memory.kernels().elementwise().fill(0, to, toOffset, count * n);
                for (int at = 0; at < count; at++) {
                    to[toOffset + walk.checked(at, indices[indexOffset + at], what)] = 1;
                }
            };
        });
        return y;
    }
}
