package slmlab.experiment;

import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Doubles as an array of whole numbers that keeps every bit.
final class Doubles {
    private Doubles() {}

    static Array array(double[] values) {
        int[] bits = new int[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            long raw = Double.doubleToRawLongBits(values[i]);
            bits[2 * i] = (int) raw;
            bits[2 * i + 1] = (int) (raw >>> 32);
        }
        return Array.ofInts(Shape.of(values.length, 2), bits);
    }

    static double[] of(Array array) {
        int[] bits = array.ints();
        double[] values = new double[bits.length / 2];
        for (int i = 0; i < values.length; i++) {
            values[i] = Double.longBitsToDouble((bits[2 * i] & 0xFFFFFFFFL) | ((long) bits[2 * i + 1] << 32));
        }
        return values;
    }
}
