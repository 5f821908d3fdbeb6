package slmlab.play;

import java.util.Arrays;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// One input or output of a batch, `width` numbers a row. It is as long as the batch.
final class Column {
    final String name;
    final int width;
    private Array array;

    Column(String name, DType dtype, int width) {
        this.name = name;
        this.width = width;
        this.array = Array.zeros(dtype, Shape.of(0));
    }

    /// Take on a number of rows; those there are keep their numbers.
    void rows(int rows) {
        int length = rows * width;
        if (array.shape().volume() == length) {
            return;
        }
        Shape shape = Shape.of(length);
        array = switch (array.dtype()) {
            case FLOAT32 -> Array.of(shape, Arrays.copyOf(array.floats(), length));
            case INT32 -> Array.ofInts(shape, Arrays.copyOf(array.ints(), length));
            case UINT8 -> Array.ofBytes(shape, Arrays.copyOf(array.bytes(), length));
        };
    }

    DType dtype() {
        return array.dtype();
    }

    float[] floats() {
        return array.floats();
    }

    int[] ints() {
        return array.ints();
    }

    byte[] bytes() {
        return array.bytes();
    }

    /// Return the array, of whichever type, for copies.
    Object data() {
        return data(array);
    }

    static Object data(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case INT32 -> array.ints();
            case UINT8 -> array.bytes();
        };
    }
}
