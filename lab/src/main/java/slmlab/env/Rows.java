package slmlab.env;

import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Arrays that have a row for each env of a vector.
public final class Rows {

    private Rows() {}

    /// Zeros, one value of the space for each env.
    public static Array of(Space space, int size) {
        return Array.zeros(space.rowType(), shape(space, size));
    }

    /// The shape of one value of the space for each env.
    public static Shape shape(Space space, int size) {
        return space.row().insert(0, size);
    }

    /// The primitive array itself: of floats, ints or bytes.
    public static Object data(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case INT32 -> array.ints();
            case UINT8 -> array.bytes();
        };
    }

    /// Long numbers as pairs of whole ones, which a state can hold: high, low.
    static Array ofLongs(long[] values) {
        Array pairs = Array.zeros(DType.INT32, Shape.of(values.length, 2));
        for (int i = 0; i < values.length; i++) {
            pairs.ints()[2 * i] = (int) (values[i] >>> 32);
            pairs.ints()[2 * i + 1] = (int) values[i];
        }
        return pairs;
    }

    /// The long numbers of [#ofLongs].
    static void longs(Array pairs, long[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = (long) pairs.ints()[2 * i] << 32 | (pairs.ints()[2 * i + 1] & 0xffffffffL);
        }
    }

    /// Doubles, bit for bit.
    public static Array ofDoubles(double[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        return ofLongs(bits);
    }

    /// The doubles of [#ofDoubles].
    public static void doubles(Array pairs, double[] to) {
        long[] bits = new long[to.length];
        longs(pairs, bits);
        for (int i = 0; i < to.length; i++) {
            to[i] = Double.longBitsToDouble(bits[i]);
        }
    }
}
