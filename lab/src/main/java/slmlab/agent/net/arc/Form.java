package slmlab.agent.net.arc;

import java.util.List;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// What flows between the modules of an arc: the shape of a row, or those of a tuple's rows.
///
/// A row of three axes is an image, [height, width, channels]; any other has PyTorch's axes.
///
/// @param tuple whether it is several tensors, as a fork gives them
record Form(List<Shape> rows, boolean tuple) {

    static Form of(Shape row) {
        return new Form(List.of(row), false);
    }

    static Form tuple(List<Shape> rows) {
        return new Form(List.copyOf(rows), true);
    }

    /// The row of a single tensor.
    Shape row() {
        if (tuple) {
            throw new ConfigException("reads a tuple of %s; needs one tensor: take one with Get".formatted(rows));
        }
        return rows.getFirst();
    }

    /// Tensors of one row, to find out what a function makes of them.
    List<Tensor> examples() {
        return rows.stream().map(row -> Tensor.constant(row.insert(0, 1), 0)).toList();
    }

    @Override
    public String toString() {
        return tuple ? rows.toString() : rows.getFirst().toString();
    }
}
