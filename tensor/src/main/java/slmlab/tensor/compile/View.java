package slmlab.tensor.compile;

import slmlab.tensor.Shape;

/// Location of a value: part of a buffer, read with strides (0 repeats, as a broadcast does).
public record View(Buffer buffer, int offset, Shape shape, int[] strides) {

    public static View whole(Buffer buffer, Shape shape) {
        return new View(buffer, 0, shape, shape.strides());
    }

    /// Return whether the elements are contiguous and in order.
    boolean isContiguous() {
        int step = 1;
        for (int axis = shape.rank() - 1; axis >= 0; axis--) {
            if (shape.dim(axis) != 1 && strides[axis] != step) {
                return false;
            }
            step *= shape.dim(axis);
        }
        return true;
    }

    /// Return after how many elements they repeat; the number of all of them if they do not.
    int period() {
        int axis = 0;
        while (axis < shape.rank() && (shape.dim(axis) == 1 || strides[axis] == 0)) {
            axis++;
        }
        int period = 1;
        for (; axis < shape.rank(); axis++) {
            period *= shape.dim(axis);
        }
        return period;
    }

    /// Return whether every element is the same number.
    boolean isSplat() {
        return period() == 1;
    }
}
