package slmlab.env;

import java.util.Arrays;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Arrays with one row per env of a vector.
public final class Rows {

    private Rows() {}

    /// Return zeros: one value of the space per env.
    public static Array of(Space space, int size) {
        return Array.zeros(space.rowType(), shape(space, size));
    }

    /// Return the shape of one value of the space per env.
    public static Shape shape(Space space, int size) {
        return space.row().insert(0, size);
    }

    /// Return the primitive array itself: of floats, ints or bytes.
    public static Object data(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case INT32 -> array.ints();
            case UINT8 -> array.bytes();
        };
    }

    /// Return whether two arrays of one type hold the same numbers.
    public static boolean areSame(Array a, Array b) {
        return a.shape().volume() == b.shape().volume()
                && areSame(a, b, 0, a.shape().volume());
    }

    /// Return whether `count` numbers from position `at` on are the same in two arrays of one type.
    public static boolean areSame(Array a, Array b, int at, int count) {
        int end = at + count;
        return switch (a.dtype()) {
            case FLOAT32 -> Arrays.equals(a.floats(), at, end, b.floats(), at, end);
            case INT32 -> Arrays.equals(a.ints(), at, end, b.ints(), at, end);
            case UINT8 -> Arrays.equals(a.bytes(), at, end, b.bytes(), at, end);
        };
    }

    /// Return longs as pairs of ints (high, low), which a state can hold.
    static Array ofLongs(long[] values) {
        Array pairs = Array.zeros(DType.INT32, Shape.of(values.length, 2));
        for (int i = 0; i < values.length; i++) {
            pairs.ints()[2 * i] = (int) (values[i] >>> 32);
            pairs.ints()[2 * i + 1] = (int) values[i];
        }
        return pairs;
    }

    /// Read the longs that [#ofLongs] wrote.
    static void longs(Array pairs, long[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = (long) pairs.ints()[2 * i] << 32 | (pairs.ints()[2 * i + 1] & 0xffffffffL);
        }
    }

    /// Return doubles as pairs of ints, bit for bit.
    public static Array ofDoubles(double[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        return ofLongs(bits);
    }

    /// Read the doubles that [#ofDoubles] wrote.
    public static void doubles(Array pairs, double[] to) {
        long[] bits = new long[to.length];
        longs(pairs, bits);
        for (int i = 0; i < to.length; i++) {
            to[i] = Double.longBitsToDouble(bits[i]);
        }
    }
}
