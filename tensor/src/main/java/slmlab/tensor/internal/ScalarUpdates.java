package slmlab.tensor.internal;

/// [Updates] one parameter at a time: the vector kernels must match it bit for bit, and use it for their tails.
public final class ScalarUpdates implements Updates {

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
        float fresh = (float) (1 - dampening);
        for (int i = 0; i < n; i++) {
            float theta = p[po + i];
            float step = Math.fma(theta, decay, g[go + i] * scale);
            if (momentum != 0f) {
                float b = first ? step : Math.fma(step, fresh, buf[bo + i] * momentum);
                buf[bo + i] = b;
                step = nesterov ? Math.fma(b, momentum, step) : b;
            }
            p[po + i] = Math.fma(step, -lr, theta);
        }
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
        float rootScale = 1f / rootCorrection; // one division less for each parameter
        for (int i = 0; i < n; i++) {
            float theta = p[po + i];
            float grad = Math.fma(theta, decay, g[go + i] * scale);
            float mean = normal(Math.fma(grad - m[mo + i], fresh1, m[mo + i]));
            float square = normal(Math.fma(grad * fresh2, grad, v[vo + i] * keep2));
            m[mo + i] = mean;
            v[vo + i] = square;
            float root = Math.fma((float) Math.sqrt(square), rootScale, eps);
            p[po + i] = Math.fma(mean / root, -stepSize, theta * shrink);
        }
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
        for (int i = 0; i < n; i++) {
            float theta = p[po + i];
            float grad = Math.fma(theta, decay, g[go + i] * scale);
            float mean = normal(Math.fma(grad - m[mo + i], fresh1, m[mo + i]));
            float square = normal(Math.fma(grad * fresh2, grad, v[vo + i] * keep2));
            m[mo + i] = mean;
            v[vo + i] = square;
            float step = rectified ? mean / ((float) Math.sqrt(square) + eps) : mean;
            p[po + i] = Math.fma(step, rate, theta);
        }
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
        for (int i = 0; i < n; i++) {
            float theta = p[po + i];
            float grad = Math.fma(theta, decay, g[go + i] * scale);
            float square = normal(Math.fma(grad * fresh, grad, v[vo + i] * keep));
            v[vo + i] = square;
            if (centered) {
                float mean = normal(Math.fma(grad - avg[avgo + i], fresh, avg[avgo + i]));
                avg[avgo + i] = mean;
                square = Math.fma(-mean, mean, square);
                square = square < 0f ? 0f : square; // a rounding below 0; PyTorch gives a NaN
            }
            float step = grad / ((float) Math.sqrt(square) + eps);
            if (momentum != 0f) {
                step = Math.fma(buf[bo + i], momentum, step);
                buf[bo + i] = step;
            }
            p[po + i] = Math.fma(step, -lr, theta);
        }
    }

    /// Interpolate from the nearer end, as PyTorch does: `w = 1` gives q itself.
    @Override
    public void lerp(float[] p, int po, float[] q, int qo, int n, float w) {
        boolean near = w < 0.5f;
        float rest = w - 1f;
        for (int i = 0; i < n; i++) {
            float difference = q[qo + i] - p[po + i];
            p[po + i] = near ? Math.fma(difference, w, p[po + i]) : Math.fma(difference, rest, q[qo + i]);
        }
    }

    /// Return 0 for a subnormal number, else the number.
    private static float normal(float x) {
        return Math.abs(x) < Float.MIN_NORMAL ? 0f : x;
    }
}
