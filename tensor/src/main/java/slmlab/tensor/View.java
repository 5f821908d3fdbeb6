package slmlab.tensor;

/// Location of a value: part of a buffer, read with strides (0 repeats, as a broadcast does).
record View(Buffer buffer, int offset, Shape shape, int[] strides) {

    static View whole(Buffer buffer, Shape shape) {
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

    /// Return whether every element is the same number.
    boolean isSplat() {
        for (int axis = 0; axis < shape.rank(); axis++) {
            if (shape.dim(axis) != 1 && strides[axis] != 0) {
                return false;
            }
        }
        return true;
    }
}
