package slmlab.tensor.internal.vector;

import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromArray;
import static jdk.incubator.vector.VectorOperators.LT;
import static slmlab.tensor.internal.vector.VectorMath.SPECIES;

import jdk.incubator.vector.FloatVector;
import slmlab.tensor.internal.ScalarUpdates;
import slmlab.tensor.internal.Updates;

/// [Updates] in SIMD vectors: one pass, each array read once and written once.
///
/// Adam is memory-bound where its four arrays exceed the cache; within it, it is bound by the one division and
/// the square root.
final class VectorUpdates implements Updates {

    private static final int LANES = SPECIES.length();

    private static final ScalarUpdates TWIN = new ScalarUpdates();

    @Override
    public void sgd(
            float[] p,
            int po,
            float[] buf,
            int bo,
            float[] g,
            int go,
            int n,
            float scale,
            float lr,
            float decay,
            float momentum,
            double dampening,
            boolean nesterov,
            boolean first) {
        int end = SPECIES.loopBound(n);
        if (momentum == 0f) {
            for (int i = 0; i < end; i += LANES) {
                FloatVector theta = fromArray(SPECIES, p, po + i);
                FloatVector step = theta.fma(
                        broadcast(SPECIES, decay), fromArray(SPECIES, g, go + i).mul(scale));
                step.fma(broadcast(SPECIES, -lr), theta).intoArray(p, po + i);
            }
        } else {
            float fresh = (float) (1 - dampening);
            for (int i = 0; i < end; i += LANES) {
                FloatVector theta = fromArray(SPECIES, p, po + i);
                FloatVector step = theta.fma(
                        broadcast(SPECIES, decay), fromArray(SPECIES, g, go + i).mul(scale));
                FloatVector b = first
                        ? step
                        : step.fma(
                                broadcast(SPECIES, fresh),
                                fromArray(SPECIES, buf, bo + i).mul(momentum));
                b.intoArray(buf, bo + i);
                step = nesterov ? b.fma(broadcast(SPECIES, momentum), step) : b;
                step.fma(broadcast(SPECIES, -lr), theta).intoArray(p, po + i);
            }
        }
        TWIN.sgd(
                p, po + end, buf, bo + end, g, go + end, n - end, scale, lr, decay, momentum, dampening, nesterov,
                first);
    }

    @Override
    public void adam(
            float[] p,
            int po,
            float[] m,
            int mo,
            float[] v,
            int vo,
            float[] g,
            int go,
            int n,
            float scale,
            float shrink,
            float decay,
            double beta1,
            double beta2,
            float eps,
            float stepSize,
            float rootCorrection) {
        float fresh1 = (float) (1 - beta1);
        float keep2 = (float) beta2;
        float fresh2 = (float) (1 - beta2);
        float rootScale = 1f / rootCorrection;
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector theta = fromArray(SPECIES, p, po + i);
            FloatVector grad = theta.fma(
                    broadcast(SPECIES, decay), fromArray(SPECIES, g, go + i).mul(scale));
            FloatVector mean = fromArray(SPECIES, m, mo + i);
            mean = grad.sub(mean).fma(broadcast(SPECIES, fresh1), mean);
            FloatVector square =
                    grad.mul(fresh2).fma(grad, fromArray(SPECIES, v, vo + i).mul(keep2));
            mean = mean.blend(0f, mean.abs().compare(LT, Float.MIN_NORMAL));
            square = square.blend(0f, square.abs().compare(LT, Float.MIN_NORMAL));
            mean.intoArray(m, mo + i);
            square.intoArray(v, vo + i);
            FloatVector root = square.sqrt().fma(broadcast(SPECIES, rootScale), broadcast(SPECIES, eps));
            mean.div(root).fma(broadcast(SPECIES, -stepSize), theta.mul(shrink)).intoArray(p, po + i);
        }
        TWIN.adam(
                p,
                po + end,
                m,
                mo + end,
                v,
                vo + end,
                g,
                go + end,
                n - end,
                scale,
                shrink,
                decay,
                beta1,
                beta2,
                eps,
                stepSize,
                rootCorrection);
    }

    @Override
    public void radam(
            float[] p,
            int po,
            float[] m,
            int mo,
            float[] v,
            int vo,
            float[] g,
            int go,
            int n,
            float scale,
            float decay,
            double beta1,
            double beta2,
            float eps,
            float stepSize,
            float rectifier,
            boolean rectified) {
        float fresh1 = (float) (1 - beta1);
        float keep2 = (float) beta2;
        float fresh2 = (float) (1 - beta2);
        float rate = rectified ? -stepSize * rectifier : -stepSize;
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector theta = fromArray(SPECIES, p, po + i);
            FloatVector grad = theta.fma(
                    broadcast(SPECIES, decay), fromArray(SPECIES, g, go + i).mul(scale));
            FloatVector mean = fromArray(SPECIES, m, mo + i);
            mean = grad.sub(mean).fma(broadcast(SPECIES, fresh1), mean);
            FloatVector square =
                    grad.mul(fresh2).fma(grad, fromArray(SPECIES, v, vo + i).mul(keep2));
            mean = mean.blend(0f, mean.abs().compare(LT, Float.MIN_NORMAL));
            square = square.blend(0f, square.abs().compare(LT, Float.MIN_NORMAL));
            mean.intoArray(m, mo + i);
            square.intoArray(v, vo + i);
            FloatVector step = rectified ? mean.div(square.sqrt().add(eps)) : mean;
            step.fma(broadcast(SPECIES, rate), theta).intoArray(p, po + i);
        }
        TWIN.radam(
                p, po + end, m, mo + end, v, vo + end, g, go + end, n - end, scale, decay, beta1, beta2, eps, stepSize,
                rectifier, rectified);
    }

    @Override
    public void rmsprop(
            float[] p,
            int po,
            float[] v,
            int vo,
            float[] buf,
            int bo,
            float[] avg,
            int avgo,
            float[] g,
            int go,
            int n,
            float scale,
            float lr,
            float decay,
            double alpha,
            float eps,
            float momentum,
            boolean centered) {
        float keep = (float) alpha;
        float fresh = (float) (1 - alpha);
        boolean moving = momentum != 0f;
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector theta = fromArray(SPECIES, p, po + i);
            FloatVector grad = theta.fma(
                    broadcast(SPECIES, decay), fromArray(SPECIES, g, go + i).mul(scale));
            FloatVector square =
                    grad.mul(fresh).fma(grad, fromArray(SPECIES, v, vo + i).mul(keep));
            square = square.blend(0f, square.abs().compare(LT, Float.MIN_NORMAL));
            square.intoArray(v, vo + i);
            if (centered) {
                FloatVector mean = fromArray(SPECIES, avg, avgo + i);
                mean = grad.sub(mean).fma(broadcast(SPECIES, fresh), mean);
                mean = mean.blend(0f, mean.abs().compare(LT, Float.MIN_NORMAL));
                mean.intoArray(avg, avgo + i);
                square = mean.neg().fma(mean, square);
                square = square.blend(0f, square.compare(LT, 0f));
            }
            FloatVector step = grad.div(square.sqrt().add(eps));
            if (moving) {
                step = fromArray(SPECIES, buf, bo + i).fma(broadcast(SPECIES, momentum), step);
                step.intoArray(buf, bo + i);
            }
            step.fma(broadcast(SPECIES, -lr), theta).intoArray(p, po + i);
        }
        TWIN.rmsprop(
                p,
                po + end,
                v,
                vo + end,
                buf,
                bo + end,
                avg,
                avgo + end,
                g,
                go + end,
                n - end,
                scale,
                lr,
                decay,
                alpha,
                eps,
                momentum,
                centered);
    }

    @Override
    public void lerp(float[] p, int po, float[] q, int qo, int n, float w) {
        boolean near = w < 0.5f;
        float rest = w - 1f;
        int end = SPECIES.loopBound(n);
        for (int i = 0; i < end; i += LANES) {
            FloatVector from = fromArray(SPECIES, p, po + i);
            FloatVector to = fromArray(SPECIES, q, qo + i);
            FloatVector difference = to.sub(from);
            FloatVector y =
                    near ? difference.fma(broadcast(SPECIES, w), from) : difference.fma(broadcast(SPECIES, rest), to);
            y.intoArray(p, po + i);
        }
        TWIN.lerp(p, po + end, q, qo + end, n - end, w);
    }
}
