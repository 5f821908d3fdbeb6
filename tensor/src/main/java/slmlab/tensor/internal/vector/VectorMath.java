package slmlab.tensor.internal.vector;

import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromArray;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.XOR;
import static slmlab.tensor.internal.ScalarMath.*;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import slmlab.tensor.internal.ScalarMath;

/// The functions of [ScalarMath] over arrays: the same operations in the same order, so the same bits.
///
/// Two things here are for the JIT's sake, each worth more than any trick inside a loop.
///
/// No vector is passed to or returned from a method of ours, not even a small one. The library's methods are
/// always inlined; ours are not once the JIT has seen enough nodes (NodeCountInliningCutoff), as when it
/// inlines a kernel into a large caller. Vectors passed across such a call would be objects: measured 25 times
/// slower.
///
/// Each loop has more than 325 bytecodes (FreqInlineSize), so it is never inlined itself. Inside a caller's
/// loop its constants would move out of that loop, and be reloaded from memory forevery vector: 1.8 times
/// slower.
final class VectorMath {

    static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

    private static final int LANES = SPECIES.length();

    private VectorMath() {}

    static void exp(float[] in, int inOffset, float[] out, int outOffset, int n) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i);
            FloatVector t = x.fma(broadcast(SPECIES, LOG2_E), broadcast(SPECIES, ROUND));
            FloatVector k = t.sub(ROUND);
            FloatVector r = k.fma(broadcast(SPECIES, -LN2_LO), k.fma(broadcast(SPECIES, -LN2_HI), x));
            FloatVector p = broadcast(SPECIES, E6).fma(r, broadcast(SPECIES, E5));
            p = p.fma(r, broadcast(SPECIES, E4));
            p = p.fma(r, broadcast(SPECIES, E3));
            p = p.fma(r, broadcast(SPECIES, E2));
            p = p.fma(r, broadcast(SPECIES, 1f));
            p = p.fma(r, broadcast(SPECIES, 1f));
            IntVector shift = t.reinterpretAsInts().lanewise(LSHL, 23);
            FloatVector y = p.reinterpretAsInts().add(shift).reinterpretAsFloats();
            y = x.fma(broadcast(SPECIES, 0f), y);
            y = y.blend(Float.POSITIVE_INFINITY, x.compare(GT, EXP_MAX));
            y.blend(0f, x.compare(LT, EXP_MIN)).intoArray(out, outOffset + i);
        }
        for (; i < n; i++) {
            out[outOffset + i] = ScalarMath.exp(in[inOffset + i]);
        }
    }

    static void log(float[] in, int inOffset, float[] out, int outOffset, int n) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i);
            VectorMask<Float> subnormal = x.compare(LT, Float.MIN_NORMAL);
            FloatVector scaled = x.blend(x.mul(SUBNORMAL_SCALE), subnormal);
            IntVector bits = scaled.reinterpretAsInts().sub(SQRT_HALF_BITS);
            FloatVector m = bits.and(MANTISSA_MASK).add(SQRT_HALF_BITS).reinterpretAsFloats();
            FloatVector e = bits.lanewise(ASHR, 23)
                    .add(ROUND_BITS)
                    .reinterpretAsFloats()
                    .sub(broadcast(SPECIES, ROUND).blend(ROUND + 25f, subnormal));
            FloatVector f = m.sub(1f);
            FloatVector p = broadcast(SPECIES, L10).fma(f, broadcast(SPECIES, L9));
            p = p.fma(f, broadcast(SPECIES, L8));
            p = p.fma(f, broadcast(SPECIES, L7));
            p = p.fma(f, broadcast(SPECIES, L6));
            p = p.fma(f, broadcast(SPECIES, L5));
            p = p.fma(f, broadcast(SPECIES, L4));
            p = p.fma(f, broadcast(SPECIES, L3));
            p = p.fma(f, broadcast(SPECIES, -0.5f));
            FloatVector y = e.fma(broadcast(SPECIES, LN2_LO), p.mul(f.mul(f)));
            y = e.fma(broadcast(SPECIES, LN2_HI), y.add(f));
            y = x.blend(y, x.compare(LT, Float.POSITIVE_INFINITY));
            y = y.blend(Float.NEGATIVE_INFINITY, x.compare(EQ, 0f));
            y.blend(Float.NaN, x.compare(LT, 0f)).intoArray(out, outOffset + i);
        }
        for (; i < n; i++) {
            out[outOffset + i] = ScalarMath.log(in[inOffset + i]);
        }
    }

    static void log1p(float[] in, int inOffset, float[] out, int outOffset, int n) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i);
            FloatVector u = x.add(1f);
            FloatVector lost = x.sub(u.sub(1f));
            IntVector bits = u.reinterpretAsInts().sub(SQRT_HALF_BITS);
            FloatVector m = bits.and(MANTISSA_MASK).add(SQRT_HALF_BITS).reinterpretAsFloats();
            IntVector exponent = bits.lanewise(ASHR, 23);
            FloatVector e = exponent.add(ROUND_BITS).reinterpretAsFloats().sub(ROUND);
            FloatVector scale = exponent.neg().add(128).lanewise(LSHL, 23).reinterpretAsFloats();
            FloatVector f = lost.mul(0.5f).fma(scale, m.sub(1f));
            FloatVector p = broadcast(SPECIES, L10).fma(f, broadcast(SPECIES, L9));
            p = p.fma(f, broadcast(SPECIES, L8));
            p = p.fma(f, broadcast(SPECIES, L7));
            p = p.fma(f, broadcast(SPECIES, L6));
            p = p.fma(f, broadcast(SPECIES, L5));
            p = p.fma(f, broadcast(SPECIES, L4));
            p = p.fma(f, broadcast(SPECIES, L3));
            p = p.fma(f, broadcast(SPECIES, -0.5f));
            FloatVector y = e.fma(broadcast(SPECIES, LN2_LO), p.mul(f.mul(f)));
            y = e.fma(broadcast(SPECIES, LN2_HI), y.add(f));
            y = x.blend(y, x.compare(LT, Float.POSITIVE_INFINITY));
            y = y.blend(Float.NEGATIVE_INFINITY, u.compare(EQ, 0f));
            y.blend(Float.NaN, u.compare(LT, 0f)).intoArray(out, outOffset + i);
        }
        for (; i < n; i++) {
            out[outOffset + i] = ScalarMath.log1p(in[inOffset + i]);
        }
    }

    static void tanh(float[] in, int inOffset, float[] out, int outOffset, int n) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i);
            FloatVector a = x.abs();
            a = a.blend(TANH_MAX, a.compare(GT, TANH_MAX));
            FloatVector t = a.fma(broadcast(SPECIES, 2f * LOG2_E), broadcast(SPECIES, ROUND_SCALE));
            FloatVector k = t.sub(ROUND_SCALE);
            FloatVector r = k.fma(broadcast(SPECIES, -0.5f * LN2_LO), k.fma(broadcast(SPECIES, -0.5f * LN2_HI), a));
            FloatVector p = broadcast(SPECIES, T5).fma(r, broadcast(SPECIES, T4));
            p = p.fma(r, broadcast(SPECIES, T3));
            p = p.fma(r, broadcast(SPECIES, T2));
            p = p.fma(r, broadcast(SPECIES, T1));
            p = p.fma(r, broadcast(SPECIES, 2f));
            FloatVector scale = t.reinterpretAsInts().lanewise(LSHL, 23).reinterpretAsFloats();
            FloatVector e = p.mul(r).fma(scale, scale.sub(1f));
            FloatVector y = e.div(e.add(2f));
            y.reinterpretAsInts()
                    .or(x.reinterpretAsInts().and(SIGN_MASK))
                    .reinterpretAsFloats()
                    .intoArray(out, outOffset + i);
        }
        for (; i < n; i++) {
            out[outOffset + i] = ScalarMath.tanh(in[inOffset + i]);
        }
    }

    /// Compute [#exp] of −x, and then 1 / (1 + it).
    static void sigmoid(float[] in, int inOffset, float[] out, int outOffset, int n) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i).neg();
            FloatVector t = x.fma(broadcast(SPECIES, LOG2_E), broadcast(SPECIES, ROUND));
            FloatVector k = t.sub(ROUND);
            FloatVector r = k.fma(broadcast(SPECIES, -LN2_LO), k.fma(broadcast(SPECIES, -LN2_HI), x));
            FloatVector p = broadcast(SPECIES, E6).fma(r, broadcast(SPECIES, E5));
            p = p.fma(r, broadcast(SPECIES, E4));
            p = p.fma(r, broadcast(SPECIES, E3));
            p = p.fma(r, broadcast(SPECIES, E2));
            p = p.fma(r, broadcast(SPECIES, 1f));
            p = p.fma(r, broadcast(SPECIES, 1f));
            IntVector shift = t.reinterpretAsInts().lanewise(LSHL, 23);
            FloatVector y = p.reinterpretAsInts().add(shift).reinterpretAsFloats();
            y = x.fma(broadcast(SPECIES, 0f), y);
            y = y.blend(Float.POSITIVE_INFINITY, x.compare(GT, EXP_MAX));
            y = y.blend(0f, x.compare(LT, EXP_MIN));
            broadcast(SPECIES, 1f).div(y.add(1f)).intoArray(out, outOffset + i);
        }
        for (; i < n; i++) {
            out[outOffset + i] = ScalarMath.sigmoid(in[inOffset + i]);
        }
    }

    static void erf(float[] in, int inOffset, float[] out, int outOffset, int n) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i);
            FloatVector a = x.abs();
            a = a.blend(ERF_MAX, a.compare(GT, ERF_MAX));
            FloatVector w = broadcast(SPECIES, W8).fma(a, broadcast(SPECIES, W7));
            w = w.fma(a, broadcast(SPECIES, W6));
            w = w.fma(a, broadcast(SPECIES, W5));
            w = w.fma(a, broadcast(SPECIES, W4));
            w = w.fma(a, broadcast(SPECIES, W3));
            w = w.fma(a, broadcast(SPECIES, W2));
            w = w.fma(a, broadcast(SPECIES, W1));
            w = w.fma(a, broadcast(SPECIES, W0));
            w = w.mul(a.neg());
            FloatVector t = w.fma(broadcast(SPECIES, LOG2_E), broadcast(SPECIES, ROUND_SCALE));
            FloatVector k = t.sub(ROUND_SCALE);
            FloatVector r = k.fma(broadcast(SPECIES, -LN2_LO), k.fma(broadcast(SPECIES, -LN2_HI), w));
            FloatVector p = broadcast(SPECIES, U5).fma(r, broadcast(SPECIES, U4));
            p = p.fma(r, broadcast(SPECIES, U3));
            p = p.fma(r, broadcast(SPECIES, U2));
            p = p.fma(r, broadcast(SPECIES, U1));
            p = p.fma(r, broadcast(SPECIES, 1f));
            FloatVector scale = t.reinterpretAsInts().lanewise(LSHL, 23).reinterpretAsFloats();
            FloatVector y = p.mul(r.neg()).fma(scale, broadcast(SPECIES, 1f).sub(scale));
            y.reinterpretAsInts()
                    .or(x.reinterpretAsInts().and(SIGN_MASK))
                    .reinterpretAsFloats()
                    .intoArray(out, outOffset + i);
        }
        for (; i < n; i++) {
            out[outOffset + i] = ScalarMath.erf(in[inOffset + i]);
        }
    }

    /// Compute sin(x + turn·π/2).
    static void sinOfQuadrant(float[] in, int inOffset, float[] out, int outOffset, int n, int turn) {
        int i = 0;
        for (int end = SPECIES.loopBound(n); i < end; i += LANES) {
            FloatVector x = fromArray(SPECIES, in, inOffset + i);
            if (!x.abs().compare(LE, ANGLE_MAX).allTrue()) {
                sinOneByOne(in, inOffset + i, out, outOffset + i, LANES, turn);
                continue;
            }
            FloatVector t = x.fma(broadcast(SPECIES, TWO_OVER_PI), broadcast(SPECIES, ROUND));
            FloatVector k = t.sub(ROUND);
            FloatVector r = k.fma(broadcast(SPECIES, -HALF_PI_1), x);
            r = k.fma(broadcast(SPECIES, -HALF_PI_2), r);
            r = k.fma(broadcast(SPECIES, -HALF_PI_3), r);
            FloatVector z = r.mul(r);
            FloatVector s = broadcast(SPECIES, S7).fma(z, broadcast(SPECIES, S5));
            s = s.fma(z, broadcast(SPECIES, S3));
            s = s.fma(r.mul(z), r);
            FloatVector c = broadcast(SPECIES, C8).fma(z, broadcast(SPECIES, C6));
            c = c.fma(z, broadcast(SPECIES, C4));
            c = c.fma(z.mul(z), z.fma(broadcast(SPECIES, -0.5f), broadcast(SPECIES, 1f)));
            IntVector quadrant = t.reinterpretAsInts().add(turn);
            VectorMask<Float> even = quadrant.and(1).compare(EQ, 0).cast(SPECIES);
            IntVector flip = quadrant.and(2).lanewise(LSHL, 30);
            c.blend(s, even)
                    .reinterpretAsInts()
                    .lanewise(XOR, flip)
                    .reinterpretAsFloats()
                    .intoArray(out, outOffset + i);
        }
        sinOneByOne(in, inOffset + i, out, outOffset + i, n - i, turn);
    }

    /// Compute the tail, and vectors with a large angle or a NaN.
    private static void sinOneByOne(float[] in, int inOffset, float[] out, int outOffset, int n, int turn) {
        for (int i = 0; i < n; i++) {
            float x = in[inOffset + i];
            out[outOffset + i] = turn == 0 ? ScalarMath.sin(x) : ScalarMath.cos(x);
        }
    }
}
