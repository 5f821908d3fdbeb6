package slmlab.env;

import java.math.BigDecimal;
import java.math.MathContext;

/// Sine and cosine, bit for bit those of glibc, which NumPy and therefore Gymnasium call; the same on every
/// machine.
///
/// [Math#sin] is as accurate but differs in one result of 500, and in an unstable system (Acrobot, a pole
/// balanced for long) one bit grows into a different episode. The method, glibc's since 2.28: reduce the angle
/// to [−π/4, π/4], look up sine and cosine of the nearest 128th, two doubles each, and rotate by the remainder.
/// Where glibc's compiler fused a multiplication and an addition, so does this.
public final class Trig {
    // Up to these: a Taylor series; no reduction; reflection at π/2; reduction by multiples of π/2.
    private static final double TINY = 0.126;
    private static final double SMALL = 0.85546875;
    private static final double MIDDLE = Double.longBitsToDouble(0x400368fd00000000L);
    private static final double LARGE = Double.longBitsToDouble(0x419921fb00000000L);

    private static final double S1 = Double.longBitsToDouble(0xbfc5555555555555L);
    private static final double S2 = Double.longBitsToDouble(0x3f81111111110eceL);
    private static final double S3 = Double.longBitsToDouble(0xbf2a01a019db08b8L);
    private static final double S4 = Double.longBitsToDouble(0x3ec71de27b9a7ed9L);
    private static final double S5 = Double.longBitsToDouble(0xbe5addffc2fcdf59L);
    private static final double SIN3 = -1.66666666666664880952546298448555E-01;
    private static final double SIN5 = 8.33333214285722277379541354343671E-03;
    private static final double COS2 = 4.99999999999999999999950396842453E-01;
    private static final double COS4 = -4.16666666666664434524222570944589E-02;
    private static final double COS6 = 1.38888874007937613028114285595617E-03;

    private static final double TO_128THS = 0x1.8p45; // adding and subtracting it rounds to 128ths
    private static final double TO_WHOLE = 0x1.8p52;
    private static final double HALF_PI = Math.PI / 2;
    private static final double HALF_PI_REST = 6.123233995736766e-17;
    private static final double INVERSE_HALF_PI = 0.6366197723675814;
    // π/2 as a sum
    private static final double PART1 = Double.longBitsToDouble(0x3ff921fb58000000L);
    private static final double PART2 = Double.longBitsToDouble(0xbe4dde973c000000L);
    private static final double PART3 = Double.longBitsToDouble(0xbc8cb3b398000000L);
    private static final double PART4 = Double.longBitsToDouble(0xbacd747f23e32ed7L);

    /// For each 128th: sine and its rounding error, cosine and its rounding error.
    private static final double[] TABLE = table();

    private Trig() {}

    public static double sin(double x) {
        double size = Math.abs(x);
        if (size < SMALL) {
            return size < 0x1p-26 ? x : sin(x, 0);
        }
        if (size < MIDDLE) {
            return Math.copySign(cos(HALF_PI - size, HALF_PI_REST), x);
        }
        return size < LARGE ? reduced(x, 0) : Math.sin(x);
    }

    public static double cos(double x) {
        double size = Math.abs(x);
        if (size < SMALL) {
            return size < 0x1p-27 ? 1 : cos(x, 0);
        }
        if (size < MIDDLE) {
            double y = HALF_PI - size;
            double a = y + HALF_PI_REST;
            return sin(a, y - a + HALF_PI_REST);
        }
        return size < LARGE ? reduced(x, 1) : Math.cos(x);
    }

    /// Return the sine of x + `quarters`·π/2.
    private static double reduced(double x, int quarters) {
        double shifted = Math.fma(x, INVERSE_HALF_PI, TO_WHOLE);
        double n = shifted - TO_WHOLE;
        double y = Math.fma(-n, PART2, Math.fma(-n, PART1, x));
        double b = Math.fma(-n, PART3, y);
        double rest = Math.fma(-n, PART3, y - b);
        double a = Math.fma(-n, PART4, b);
        rest += Math.fma(-n, PART4, b - a);
        int quarter = (int) Double.doubleToRawLongBits(shifted) + quarters;
        double result = (quarter & 1) == 0 ? sin(a, rest) : cos(a, rest);
        return (quarter & 2) == 0 ? result : -result;
    }

    /// Return the sine of x + rest.
    private static double sin(double x, double rest) {
        double size = Math.abs(x);
        if (size < TINY) {
            double square = x * x;
            double series = Math.fma(Math.fma(Math.fma(Math.fma(S5, square, S4), square, S3), square, S2), square, S1);
            return x + Math.fma(Math.fma(series, x, -0.5 * rest), square, rest);
        }
        double near = x <= 0 ? -rest : rest;
        double u = TO_128THS + size;
        double d = size - (u - TO_128THS);
        double square = d * d;
        double s = d + Math.fma(d * square, Math.fma(square, SIN5, SIN3), near);
        double c = Math.fma(d, near, square * Math.fma(square, Math.fma(square, COS6, COS4), COS2));
        int at = ((int) Double.doubleToRawLongBits(u)) << 2;
        double sin = TABLE[at];
        double change = Math.fma(TABLE[at + 2], s, Math.fma(-sin, c, Math.fma(s, TABLE[at + 3], TABLE[at + 1])));
        return Math.copySign(sin + change, x);
    }

    /// Return the cosine of x + rest.
    private static double cos(double x, double rest) {
        double size = Math.abs(x);
        double u = TO_128THS + size;
        double d = size - (u - TO_128THS) + (x < 0 ? -rest : rest);
        double square = d * d;
        double s = Math.fma(d * square, Math.fma(square, SIN5, SIN3), d);
        double c = square * Math.fma(square, Math.fma(square, COS6, COS4), COS2);
        int at = ((int) Double.doubleToRawLongBits(u)) << 2;
        double cos = TABLE[at + 2];
        double change = Math.fma(-TABLE[at], s, Math.fma(-cos, c, Math.fma(-s, TABLE[at + 1], TABLE[at + 3])));
        return cos + change;
    }

    private static double[] table() {
        double[] table = new double[4 * 112];
        for (int k = 0; k < 112; k++) {
            BigDecimal x = new BigDecimal(k / 128.0);
            put(table, 4 * k, series(x, x, 1));
            put(table, 4 * k + 2, series(x, BigDecimal.ONE, 0));
        }
        return table;
    }

    private static void put(double[] table, int at, BigDecimal value) {
        table[at] = value.doubleValue();
        table[at + 1] = value.subtract(new BigDecimal(table[at])).doubleValue();
    }

    /// Return first − first·x²/((n+1)(n+2)) + …: the sine or the cosine, to 50 digits.
    private static BigDecimal series(BigDecimal x, BigDecimal first, int power) {
        MathContext digits = new MathContext(60);
        BigDecimal square = x.multiply(x);
        BigDecimal term = first;
        BigDecimal sum = first;
        for (int n = power; n < 50; n += 2) {
            term = term.multiply(square).divide(BigDecimal.valueOf(-(n + 1L) * (n + 2)), digits);
            sum = sum.add(term, digits);
        }
        return sum;
    }
}
