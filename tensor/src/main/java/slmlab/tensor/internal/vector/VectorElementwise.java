package slmlab.tensor.internal.vector;

import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromArray;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;
import static slmlab.tensor.internal.vector.VectorMath.SPECIES;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.ScalarElementwise;

/// [Elementwise] in SIMD vectors.
///
/// Each kernel is its own loop, so that the JIT compiles it separately, and leaves the rest that does not fill
/// a vector to the scalar twin. No masked loads: they are slow on NEON, and the twin gives the same bits.
/// Minimum, maximum and others are comparisons and blends, because `lanewise(MIN)` takes a long sequence of
/// instructions to order zeros as Java does.
final class VectorElementwise implements Elementwise {

    private static final int LANES = SPECIES.length();

    private static final ScalarElementwise TWIN = new ScalarElementwise();

    @Override
    public void neg(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, x, xo + i).neg().intoArray(y, yo + i);
        }
        TWIN.neg(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void abs(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, x, xo + i).abs().intoArray(y, yo + i);
        }
        TWIN.abs(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void sign(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, x, xo + i);
            v.blend(1f, v.compare(GT, 0f)).blend(-1f, v.compare(LT, 0f)).intoArray(y, yo + i);
        }
        TWIN.sign(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void square(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, x, xo + i);
            v.mul(v).intoArray(y, yo + i);
        }
        TWIN.square(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void reciprocal(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            broadcast(SPECIES, 1f).div(fromArray(SPECIES, x, xo + i)).intoArray(y, yo + i);
        }
        TWIN.reciprocal(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void sqrt(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, x, xo + i).sqrt().intoArray(y, yo + i);
        }
        TWIN.sqrt(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void exp(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.exp(x, xo, y, yo, n);
    }

    @Override
    public void log(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.log(x, xo, y, yo, n);
    }

    @Override
    public void log1p(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.log1p(x, xo, y, yo, n);
    }

    @Override
    public void tanh(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.tanh(x, xo, y, yo, n);
    }

    @Override
    public void sigmoid(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.sigmoid(x, xo, y, yo, n);
    }

    @Override
    public void relu(float[] x, int xo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, x, xo + i);
            v.blend(0f, v.compare(LE, 0f)).intoArray(y, yo + i);
        }
        TWIN.relu(x, xo + end, y, yo + end, n - end);
    }

    @Override
    public void erf(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.erf(x, xo, y, yo, n);
    }

    @Override
    public void sin(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.sinOfQuadrant(x, xo, y, yo, n, 0);
    }

    @Override
    public void cos(float[] x, int xo, float[] y, int yo, int n) {
        VectorMath.sinOfQuadrant(x, xo, y, yo, n, 1);
    }

    @Override
    public void add(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, a, ao + i).add(fromArray(SPECIES, b, bo + i)).intoArray(y, yo + i);
        }
        TWIN.add(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void sub(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, a, ao + i).sub(fromArray(SPECIES, b, bo + i)).intoArray(y, yo + i);
        }
        TWIN.sub(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void mul(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, a, ao + i).mul(fromArray(SPECIES, b, bo + i)).intoArray(y, yo + i);
        }
        TWIN.mul(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void div(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, a, ao + i).div(fromArray(SPECIES, b, bo + i)).intoArray(y, yo + i);
        }
        TWIN.div(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void min(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector u = fromArray(SPECIES, a, ao + i);
            FloatVector v = fromArray(SPECIES, b, bo + i);
            u.blend(v, u.compare(GE, v)).blend(v, v.compare(NE, v)).intoArray(y, yo + i);
        }
        TWIN.min(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void max(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector u = fromArray(SPECIES, a, ao + i);
            FloatVector v = fromArray(SPECIES, b, bo + i);
            u.blend(v, u.compare(LE, v)).blend(v, v.compare(NE, v)).intoArray(y, yo + i);
        }
        TWIN.max(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    /// Compute in double, one by one: rare, and not worth a kernel.
    @Override
    public void pow(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        TWIN.pow(a, ao, b, bo, y, yo, n);
    }

    @Override
    public void lt(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            broadcast(SPECIES, 0f)
                    .blend(1f, fromArray(SPECIES, a, ao + i).compare(LT, fromArray(SPECIES, b, bo + i)))
                    .intoArray(y, yo + i);
        }
        TWIN.lt(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void le(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            broadcast(SPECIES, 0f)
                    .blend(1f, fromArray(SPECIES, a, ao + i).compare(LE, fromArray(SPECIES, b, bo + i)))
                    .intoArray(y, yo + i);
        }
        TWIN.le(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void eq(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            broadcast(SPECIES, 0f)
                    .blend(1f, fromArray(SPECIES, a, ao + i).compare(EQ, fromArray(SPECIES, b, bo + i)))
                    .intoArray(y, yo + i);
        }
        TWIN.eq(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void ne(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            broadcast(SPECIES, 0f)
                    .blend(1f, fromArray(SPECIES, a, ao + i).compare(NE, fromArray(SPECIES, b, bo + i)))
                    .intoArray(y, yo + i);
        }
        TWIN.ne(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void tanhGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, b, bo + i);
            fromArray(SPECIES, a, ao + i)
                    .mul(v.neg().fma(v, broadcast(SPECIES, 1f)))
                    .intoArray(y, yo + i);
        }
        TWIN.tanhGrad(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void reluGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, b, bo + i);
            fromArray(SPECIES, a, ao + i)
                    .blend(0f, v.compare(LE, 0f))
                    .blend(v, v.compare(NE, v))
                    .intoArray(y, yo + i);
        }
        TWIN.reluGrad(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void sigmoidGrad(float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, b, bo + i);
            fromArray(SPECIES, a, ao + i)
                    .mul(v.mul(broadcast(SPECIES, 1f).sub(v)))
                    .intoArray(y, yo + i);
        }
        TWIN.sigmoidGrad(a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void select(float[] c, int co, float[] a, int ao, float[] b, int bo, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            fromArray(SPECIES, b, bo + i)
                    .blend(
                            fromArray(SPECIES, a, ao + i),
                            fromArray(SPECIES, c, co + i).compare(NE, 0f))
                    .intoArray(y, yo + i);
        }
        TWIN.select(c, co + end, a, ao + end, b, bo + end, y, yo + end, n - end);
    }

    @Override
    public void clamp(float[] x, int xo, float[] lo, int lo0, float[] hi, int hi0, float[] y, int yo, int n) {
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector v = fromArray(SPECIES, x, xo + i);
            FloatVector low = fromArray(SPECIES, lo, lo0 + i);
            v = v.blend(low, v.compare(LE, low)).blend(low, low.compare(NE, low));
            FloatVector high = fromArray(SPECIES, hi, hi0 + i);
            v = v.blend(high, v.compare(GE, high)).blend(high, high.compare(NE, high));
            v.intoArray(y, yo + i);
        }
        TWIN.clamp(x, xo + end, lo, lo0 + end, hi, hi0 + end, y, yo + end, n - end);
    }

    @Override
    public void fill(float value, float[] y, int yo, int n) {
        Arrays.fill(y, yo, yo + n, value);
    }
}
