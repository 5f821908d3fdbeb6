package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// Rows of a table by index, an embedding: y[…, :] = table[index[…], :]. Its gradient is [AddRows].
public record TakeRows() implements Op {

    public static Tensor of(Tensor table, Tensor index) {
        Shape shape = table.requireFloat("embedding").shape();
        if (shape.rank() != 2) {
            throw new ShapeException("embedding of %s: needs a table [rows, width]".formatted(shape));
        }
        Index.requireInts("embedding", index);
        Shape rows = index.shape().insert(index.shape().rank(), shape.dim(1));
        return new Tensor(new TakeRows(), List.of(table, index), rows, DType.FLOAT32);
    }

    @Override
    public String label() {
        return "embedding";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {
            AddRows.of(g, out.input(1), out.input(0).shape().dim(0)), null
        };
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        int width = out.shape().dim(-1);
        double[] y = new double[out.shape().volume()];
        for (int at = 0; at < inputs.get(1).length; at++) {
            int row = (int) inputs.get(1)[at];
            System.arraycopy(inputs.get(0), row * width, y, at * width, width);
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View table = lowering.contiguous(inputs.get(0));
        View index = lowering.contiguous(inputs.get(1));
        View y = lowering.result(out);
        int rows = table.shape().dim(0);
        int width = table.shape().dim(1);
        int count = index.shape().volume();
        String what = "embedding in a table of %s at %s".formatted(table.shape(), out.source());
        lowering.emit(out, count, width, List.of(table, index), List.of(y), memory -> {
            float[] from = memory.floats(table);
            int fromOffset = memory.offset(table);
            int[] indices = memory.ints(index);
            int indexOffset = memory.offset(index);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            return (first, last) -> {
                for (int at = first; at < last; at++) {
                    int row = Index.checked(at, indices[indexOffset + at], rows, what);
                    System.arraycopy(from, fromOffset + row * width, to, toOffset + at * width, width);
                }
            };
        });
        return y;
    }
}
