package slmlab.tensor.internal;

/// Elementary functions of one float, built from IEEE operations alone: fused multiply-add, +, −, ·, /,
/// comparisons, integer bit operations.
///
/// `Math.exp` and others may give different bits interpreted than compiled, and `FloatVector`'s do. These
/// cannot, and each is the scalar mirror, operation by operation, of the function of the same name in
/// `internal.vector.VectorMath`: change them together. A NaN gives a NaN (which one is not defined). The sign
/// of a zero may be lost by `log1p`, `sin` and `cos`, as it may in a sum.
///
/// The coefficients are our own minimax fits, rounded to float. Each function states the largest error found
/// over the floats (all of them for `exp` and `log`, every eleventh for the others), in units in the last place
/// (ulp).
public final class ScalarMath {

    /// 1.5·2²³: adding it rounds a small number to an integer, which then lies in the low bits of the sum.
    public static final float ROUND = 0x1.8p23f;

    public static final int ROUND_BITS = 0x4B400000;

    public static final float LOG2_E = 1.442695f;

    // ln 2 = LN2_HI + LN2_LO
    public static final float LN2_HI = 0.6931472f;
    public static final float LN2_LO = -1.9046542e-9f;

    /// Above it, eˣ rounds to infinity.
    public static final float EXP_MAX = 88.72283f;

    /// Below it, eˣ would be subnormal; we return 0.
    public static final float EXP_MIN = -87.33654f;

    // eʳ = 1 + r + r²·(E2 + E3·r + …) for |r| ≤ ln 2 / 2
    public static final float E2 = 0.49999994f;
    public static final float E3 = 0.16666521f;
    public static final float E4 = 0.04166839f;
    public static final float E5 = 0.008368745f;
    public static final float E6 = 0.001381454f;

    /// The bits of √½: a mantissa is taken from [√½, √2), so that a logarithm near 0 comes from a small f.
    public static final int SQRT_HALF_BITS = 0x3F3504F3;

    public static final int SIGN_MASK = 0x80000000;
    public static final int MANTISSA_MASK = 0x007FFFFF;
    public static final float SUBNORMAL_SCALE = 0x1p25f;

    // ln(1 + f) = f − f²/2 + f³·(L3 + L4·f + …) for 1 + f in [√½, √2)
    public static final float L3 = 0.3333333f;
    public static final float L4 = -0.2500082f;
    public static final float L5 = 0.20001227f;
    public static final float L6 = -0.16623357f;
    public static final float L7 = 0.14201759f;
    public static final float L8 = -0.13160183f;
    public static final float L9 = 0.12761575f;
    public static final float L10 = -0.07634493f;

    /// A [#ROUND] with an exponent's bias in it: shifted left by 23, the sum's bits are those of 2ⁿ.
    public static final float ROUND_SCALE = ROUND + 127f;

    /// Beyond it, tanh rounds to ±1.
    public static final float TANH_MAX = 9.02f;

    // e²ʳ − 1 = r·(2 + T1·r + …) for |r| ≤ ln 2 / 4
    public static final float T1 = 1.9999999f;
    public static final float T2 = 1.3333235f;
    public static final float T3 = 0.6666752f;
    public static final float T4 = 0.26773056f;
    public static final float T5 = 0.08884807f;

    /// Beyond it, erf rounds to ±1.
    public static final float ERF_MAX = 3.95f;

    // −ln(1 − erf a) = a·(W0 + W1·a + …) for 0 ≤ a ≤ ERF_MAX
    public static final float W0 = 1.1283792f;
    public static final float W1 = 0.6366194f;
    public static final float W2 = 0.10277783f;
    public static final float W3 = -0.019153064f;
    public static final float W4 = -1.603944e-4f;
    public static final float W5 = 0.0016670256f;
    public static final float W6 = -6.328357e-4f;
    public static final float W7 = 1.1764093e-4f;
    public static final float W8 = -9.256224e-6f;

    // eʳ − 1 = r·(1 + U1·r + …) for |r| ≤ ln 2 / 2
    public static final float U1 = 0.49999997f;
    public static final float U2 = 0.16666543f;
    public static final float U3 = 0.0416672f;
    public static final float U4 = 0.00836658f;
    public static final float U5 = 0.0013882511f;

    /// Up to here three floats of π/2 reduce an angle well enough; beyond, `StrictMath` does it in double.
    public static final float ANGLE_MAX = 8192f;

    public static final float TWO_OVER_PI = 0.63661975f;

    // π/2 = HALF_PI_1 + HALF_PI_2 + HALF_PI_3
    public static final float HALF_PI_1 = 1.5707964f;
    public static final float HALF_PI_2 = -4.371139e-8f;
    public static final float HALF_PI_3 = -1.7151245e-15f;

    // sin r = r + r³·(S3 + …), cos r = 1 − r²/2 + r⁴·(C4 + …) for |r| ≤ π/4
    public static final float S3 = -0.16666655f;
    public static final float S5 = 0.008332158f;
    public static final float S7 = -1.9514958e-4f;
    public static final float C4 = 0.041666646f;
    public static final float C6 = -0.0013887313f;
    public static final float C8 = 2.4432786e-5f;

    private ScalarMath() {}

    /// Return eˣ. 0.9 ulp.
    public static float exp(float x) {
        float t = Math.fma(x, LOG2_E, ROUND);
        float n = t - ROUND; // x = n·ln 2 + r
        float r = Math.fma(n, -LN2_LO, Math.fma(n, -LN2_HI, x));
        float p = Math.fma(E6, r, E5);
        p = Math.fma(p, r, E4);
        p = Math.fma(p, r, E3);
        p = Math.fma(p, r, E2);
        p = Math.fma(p, r, 1f);
        p = Math.fma(p, r, 1f);
        // times 2ⁿ, by adding n to the exponent: reaches n = 128 and −126, which a factor 2ⁿ would not
        float y = Float.intBitsToFloat(Float.floatToRawIntBits(p) + (Float.floatToRawIntBits(t) << 23));
        y = Math.fma(x, 0f, y); // a NaN's exponent may have changed: restore the NaN
        y = x > EXP_MAX ? Float.POSITIVE_INFINITY : y;
        return x < EXP_MIN ? 0f : y;
    }

    /// Return ln x. 0.93 ulp.
    public static float log(float x) {
        boolean subnormal = x < Float.MIN_NORMAL;
        float scaled = subnormal ? x * SUBNORMAL_SCALE : x;
        int bits = Float.floatToRawIntBits(scaled) - SQRT_HALF_BITS;
        float m = Float.intBitsToFloat((bits & MANTISSA_MASK) + SQRT_HALF_BITS);
        float e = Float.intBitsToFloat((bits >> 23) + ROUND_BITS) - (subnormal ? ROUND + 25f : ROUND);
        float y = logOf(e, m - 1f);
        y = x < Float.POSITIVE_INFINITY ? y : x; // +∞ and NaN stay
        y = x == 0f ? Float.NEGATIVE_INFINITY : y;
        return x < 0f ? Float.NaN : y;
    }

    /// Return ln(1 + x), also where 1 + x rounds to 1. 1.5 ulp.
    public static float log1p(float x) {
        float u = x + 1f;
        float lost = x - (u - 1f); // rounding error of u
        int bits = Float.floatToRawIntBits(u) - SQRT_HALF_BITS;
        float m = Float.intBitsToFloat((bits & MANTISSA_MASK) + SQRT_HALF_BITS);
        int exponent = bits >> 23;
        float e = Float.intBitsToFloat(exponent + ROUND_BITS) - ROUND;
        // the loss belongs to u = m·2ᵉ; half of it times 2¹⁻ᵉ, since 2⁻ᵉ is not a float where e = 128
        float scale = Float.intBitsToFloat((128 - exponent) << 23);
        float y = logOf(e, Math.fma(lost * 0.5f, scale, m - 1f));
        y = x < Float.POSITIVE_INFINITY ? y : x;
        y = u == 0f ? Float.NEGATIVE_INFINITY : y;
        return u < 0f ? Float.NaN : y;
    }

    /// Return e·ln 2 + ln(1 + f).
    private static float logOf(float e, float f) {
        float p = Math.fma(L10, f, L9);
        p = Math.fma(p, f, L8);
        p = Math.fma(p, f, L7);
        p = Math.fma(p, f, L6);
        p = Math.fma(p, f, L5);
        p = Math.fma(p, f, L4);
        p = Math.fma(p, f, L3);
        p = Math.fma(p, f, -0.5f);
        float y = Math.fma(e, LN2_LO, p * (f * f));
        return Math.fma(e, LN2_HI, y + f);
    }

    /// Return tanh x: odd, never beyond ±1. 3.3 ulp.
    public static float tanh(float x) {
        float a = Math.abs(x);
        a = a > TANH_MAX ? TANH_MAX : a;
        float t = Math.fma(a, 2f * LOG2_E, ROUND_SCALE);
        float n = t - ROUND_SCALE; // 2a = n·ln 2 + 2r
        float r = Math.fma(n, -0.5f * LN2_LO, Math.fma(n, -0.5f * LN2_HI, a));
        float p = Math.fma(T5, r, T4);
        p = Math.fma(p, r, T3);
        p = Math.fma(p, r, T2);
        p = Math.fma(p, r, T1);
        p = Math.fma(p, r, 2f);
        float scale = Float.intBitsToFloat(Float.floatToRawIntBits(t) << 23); // 2ⁿ
        float e = Math.fma(p * r, scale, scale - 1f); // e²ᵃ − 1
        return withSign(e / (e + 2f), x);
    }

    /// Return 1 / (1 + e⁻ˣ), with full relative precision down to x = −88.7, and 0 below. 2.5 ulp.
    public static float sigmoid(float x) {
        return 1f / (1f + exp(-x));
    }

    /// Return the error function: odd, never beyond ±1. 3.5 ulp.
    public static float erf(float x) {
        float a = Math.abs(x);
        a = a > ERF_MAX ? ERF_MAX : a;
        float w = Math.fma(W8, a, W7);
        w = Math.fma(w, a, W6);
        w = Math.fma(w, a, W5);
        w = Math.fma(w, a, W4);
        w = Math.fma(w, a, W3);
        w = Math.fma(w, a, W2);
        w = Math.fma(w, a, W1);
        w = Math.fma(w, a, W0);
        w *= -a;
        float t = Math.fma(w, LOG2_E, ROUND_SCALE);
        float n = t - ROUND_SCALE; // w = n·ln 2 + r
        float r = Math.fma(n, -LN2_LO, Math.fma(n, -LN2_HI, w));
        float p = Math.fma(U5, r, U4);
        p = Math.fma(p, r, U3);
        p = Math.fma(p, r, U2);
        p = Math.fma(p, r, U1);
        p = Math.fma(p, r, 1f);
        float scale = Float.intBitsToFloat(Float.floatToRawIntBits(t) << 23); // 2ⁿ
        return withSign(Math.fma(p * -r, scale, 1f - scale), x); // 1 − eʷ
    }

    /// Return sin x. 1.6 ulp.
    public static float sin(float x) {
        return Math.abs(x) <= ANGLE_MAX ? sinOfQuadrant(x, 0) : (float) StrictMath.sin(x);
    }

    /// Return cos x. 1.6 ulp.
    public static float cos(float x) {
        return Math.abs(x) <= ANGLE_MAX ? sinOfQuadrant(x, 1) : (float) StrictMath.cos(x);
    }

    /// Return sin(x + turn·π/2).
    private static float sinOfQuadrant(float x, int turn) {
        float t = Math.fma(x, TWO_OVER_PI, ROUND);
        float n = t - ROUND; // x = n·π/2 + r
        float r = Math.fma(n, -HALF_PI_1, x); // exact
        r = Math.fma(n, -HALF_PI_2, r);
        r = Math.fma(n, -HALF_PI_3, r);
        float z = r * r;
        float s = Math.fma(S7, z, S5);
        s = Math.fma(s, z, S3);
        s = Math.fma(s, r * z, r);
        float c = Math.fma(C8, z, C6);
        c = Math.fma(c, z, C4);
        c = Math.fma(c, z * z, Math.fma(z, -0.5f, 1f));
        int quadrant = Float.floatToRawIntBits(t) + turn;
        float y = (quadrant & 1) == 0 ? s : c;
        return Float.intBitsToFloat(Float.floatToRawIntBits(y) ^ (quadrant & 2) << 30);
    }

    /// Return a y ≥ 0 with the sign of x.
    private static float withSign(float y, float x) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(y) | (Float.floatToRawIntBits(x) & SIGN_MASK));
    }

    /// Return aᵇ, rounded from double; special cases as in `Math.pow`. (`StrictMath.pow` allocates, and takes
    /// four times as long.)
    public static float pow(float a, float b) {
        float m = Math.abs(a);
        if (m > 0f && m < Float.POSITIVE_INFINITY && Math.abs(b) < Float.POSITIVE_INFINITY) {
            float y = (float) StrictMath.exp(b * StrictMath.log(m));
            if (a > 0f) {
                return y;
            }
            boolean whole = b == StrictMath.rint(b);
            boolean odd = b * 0.5 != StrictMath.rint(b * 0.5);
            return whole ? odd ? -y : y : Float.NaN;
        }
        return (float) StrictMath.pow(a, b);
    }

    /// Return the smaller; NaN if either is. Of two zeros, b.
    public static float min(float a, float b) {
        return a >= b || Float.isNaN(b) ? b : a;
    }

    /// Return the larger; NaN if either is. Of two zeros, b.
    public static float max(float a, float b) {
        return a <= b || Float.isNaN(b) ? b : a;
    }
}
