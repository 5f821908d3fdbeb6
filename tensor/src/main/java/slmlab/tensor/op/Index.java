package slmlab.tensor.op;

import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// Index arithmetic along one axis, shared by [Gather], [ScatterAdd], [OneHot], [TakeRows] and [AddRows].
final class Index {
    private Index() {}

    static void require(String label, Shape shape, int axis, Tensor index) {
        requireInts(label, index);
        boolean fits = index.shape().rank() == shape.rank()
                && index.shape().with(axis, 1).equals(shape.with(axis, 1));
        if (!fits) {
            throw new ShapeException("%s of %s along axis %s by an index of %s: the other axes must agree"
                    .formatted(label, shape, axis, index.shape()));
        }
    }

    static void requireInts(String label, Tensor index) {
        if (index.dtype() != DType.INT32) {
            throw new ShapeException("%s by an index of %s: needs INT32".formatted(label, index.dtype()));
        }
    }

    /// Return the index at a position; throw an error that names both if it lies outside.
    static int checked(int at, int index, int size, String what) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(
                    "%s: index %s at position %s; needs to lie in [0, %s)".formatted(what, index, at, size));
        }
        return index;
    }

    /// @param table shape that the index points into
    /// @param rows shape of the index
    static Walk walk(Shape table, Shape rows, int axis) {
        return new Walk(table.dim(axis), Math.max(1, rows.dim(axis)), Math.max(1, rows.strides()[axis]));
    }

    /// @param size size of the axis
    /// @param count number of indices along it
    /// @param inner number of elements between neighbors along it
    record Walk(int size, int count, int inner) {

        /// Return the position that the index at `at` points to.
        int target(int at, int index) {
            return (at / inner / count * size + index) * inner + at % inner;
        }

        int checked(int at, int index, String what) {
            return target(at, Index.checked(at, index, size, what));
        }
    }
}
