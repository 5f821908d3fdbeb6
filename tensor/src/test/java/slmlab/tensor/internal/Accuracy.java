package slmlab.tensor.internal;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/// How far a float function is from a double one.
///
/// @param ulps largest error in units in the last place of the true value, where that is a normal number
/// @param absolute largest error
/// @param largest largest magnitude returned
record Accuracy(double ulps, double absolute, float largest) {

    /// Numbers of every kind.
    static final float[] ACROSS = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        -2f,
        3f,
        1e-3f,
        -1e-3f,
        0.3333f,
        -7.5f,
        20f,
        88f,
        -88f,
        150f,
        1e4f,
        -1e4f,
        1e20f,
        -1e20f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        1e-40f,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN
    };

    private static final int DENSE = 1_000_000;
    private static final int RANDOM = 200_000;

    interface FloatFunction {
        float apply(float x);
    }

    /// Over floats from `low` to `high`, evenly spaced by their bits, and over random ones between.
    static Accuracy of(FloatFunction function, DoubleUnaryOperator truth, float low, float high) {
        long first = order(low);
        long last = order(high);
        var worst = new double[3];
        for (long i = 0; i <= DENSE; i++) {
            look(function, truth, unorder((int) (first + (last - first) * i / DENSE)), worst);
        }
        var random = new Random(7);
        for (int i = 0; i < RANDOM; i++) {
            look(function, truth, low + (float) (random.nextDouble() * ((double) high - low)), worst);
        }
        return new Accuracy(worst[0], worst[1], (float) worst[2]);
    }

    private static void look(FloatFunction function, DoubleUnaryOperator truth, float x, double[] worst) {
        float y = function.apply(x);
        double want = truth.applyAsDouble(x);
        double error = Math.abs(y - want);
        if (!(error < Double.POSITIVE_INFINITY)) {
            throw new AssertionError("f(%s) is %s; expected %s".formatted(x, y, want));
        }
        worst[1] = Math.max(worst[1], error);
        worst[2] = Math.max(worst[2], Math.abs(y));
        if (Math.abs(want) >= Float.MIN_NORMAL) {
            worst[0] = Math.max(worst[0], error / Math.ulp((float) want));
        }
    }

    /// Integers in the order of the floats they stand for.
    private static int order(float x) {
        int bits = Float.floatToRawIntBits(x);
        return bits < 0 ? Integer.MIN_VALUE - bits : bits;
    }

    private static float unorder(int order) {
        return Float.intBitsToFloat(order < 0 ? Integer.MIN_VALUE - order : order);
    }

    /// Return the error function in double: its series near 0, the continued fraction of its complement further
    /// out.
    static double erf(double x) {
        double a = Math.abs(x);
        double y;
        if (a < 2.5) {
            double term = a;
            double sum = a;
            for (int k = 1; Math.abs(term) > 1e-18 * sum; k++) {
                term *= -a * a / k;
                sum += term / (2 * k + 1);
            }
            y = 2 / Math.sqrt(Math.PI) * sum;
        } else {
            double fraction = 0;
            for (int k = 80; k > 0; k--) {
                fraction = k / 2.0 / (a + fraction);
            }
            y = 1 - StrictMath.exp(-a * a) / Math.sqrt(Math.PI) / (a + fraction);
        }
        return Math.copySign(y, x);
    }
}
