package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Elementwise;

/// Rows added into a table of zeros by index: `y[index[i], :] += x[i, :]`, in ascending order of `i`, whatever the
/// number of threads. The gradient of [TakeRows], and the other way round.
///
/// @param rows number of rows of the table
public record AddRows(int rows) implements Op {

    /// @param x of the shape of the index, with the width of a row as last axis
    static Tensor of(Tensor x, Tensor index, int rows) {
        return new Tensor(
                new AddRows(rows), List.of(x, index), Shape.of(rows, x.shape().dim(-1)), DType.FLOAT32);
    }

    @Override
    public String label() {
        return "add_rows";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {TakeRows.of(g, out.input(1)), null};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        int width = out.shape().dim(1);
        double[] y = new double[out.shape().volume()];
        for (int at = 0; at < inputs.get(1).length; at++) {
            int row = (int) inputs.get(1)[at];
            for (int column = 0; column < width; column++) {
                y[row * width + column] += inputs.get(0)[at * width + column];
            }
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = lowering.contiguous(inputs.get(0));
        View index = lowering.contiguous(inputs.get(1));
        View y = lowering.result(out);
        int width = out.shape().dim(1);
        int count = index.shape().volume();
        String what = "add_rows into a table of %s at %s".formatted(out.shape(), out.source());
        lowering.emit(out, List.of(x, index), List.of(y), memory -> {
            Elementwise kernels = memory.kernels().elementwise();
            float[] from = memory.floats(x);
            int fromOffset = memory.offset(x);
            int[] indices = memory.ints(index);
            int indexOffset = memory.offset(index);
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            return (first, last) -> {
                kernels.fill(0, to, toOffset, rows * width);
                for (int at = 0; at < count; at++) {
                    int row = toOffset + Index.checked(at, indices[indexOffset + at], rows, what) * width;
                    kernels.add(to, row, from, fromOffset + at * width, to, row, width);
                }
            };
        });
        return y;
    }
}
