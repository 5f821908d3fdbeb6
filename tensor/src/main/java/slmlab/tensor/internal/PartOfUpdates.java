package slmlab.tensor.internal;

/// One thread's part of every update: the numbers from [#from] to [#to] of each array.
///
/// @param part counted from 0
public record PartOfUpdates(Updates all, int part, int parts) implements Updates {
    private static final int ALIGNED = 16; // parts begin at whole vectors

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
        int at = from(n);
        int count = to(n) - at;
        all.sgd(p, po + at, buf, bo + at, g, go + at, count, scale, lr, decay, momentum, dampening, nesterov, first);
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
        int at = from(n);
        int count = to(n) - at;
        all.adam(
                p,
                po + at,
                m,
                mo + at,
                v,
                vo + at,
                g,
                go + at,
                count,
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
        int at = from(n);
        int count = to(n) - at;
        all.radam(
                p, po + at, m, mo + at, v, vo + at, g, go + at, count, scale, decay, beta1, beta2, eps, stepSize,
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
        int at = from(n);
        int count = to(n) - at;
        all.rmsprop(
                p, po + at, v, vo + at, buf, bo + at, avg, avgo + at, g, go + at, count, scale, lr, decay, alpha, eps,
                momentum, centered);
    }

    @Override
    public void lerp(float[] p, int po, float[] q, int qo, int n, float w) {
        int at = from(n);
        all.lerp(p, po + at, q, qo + at, to(n) - at, w);
    }

    private int from(int n) {
        return bound(n, part);
    }

    private int to(int n) {
        return bound(n, part + 1);
    }

    /// Return where a part begins. A few numbers are all in part 0.
    private int bound(int n, int of) {
        if (of == 0) {
            return 0;
        }
        long even = Math.max(1, (long) n * of / parts);
        return of == parts ? n : (int) Math.min(n, (even + ALIGNED - 1) / ALIGNED * ALIGNED);
    }
}
