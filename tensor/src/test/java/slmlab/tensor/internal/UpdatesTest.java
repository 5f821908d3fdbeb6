package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Twenty steps of each optimizer against PyTorch's formulas (torch 2.13, `torch/optim/*.py`) in double.
///
/// The twin test carries this over to the vector kernels.
class UpdatesTest {
    private static final int N = 50;
    private static final int STEPS = 20;
    private static final double LR = 0.01;
    private static final double SCALE = 0.75;

    private static final Updates UPDATES = new ScalarUpdates();

    private final Random random = new Random(11);
    private final float[] p = new float[N];
    private final float[] g = new float[N];
    private final float[] a = new float[N];
    private final float[] b = new float[N];
    private final float[] c = new float[N];
    private final double[] pd = new double[N];
    private final double[] ad = new double[N];
    private final double[] bd = new double[N];
    private final double[] cd = new double[N];

    UpdatesTest() {
        for (int i = 0; i < N; i++) {
            p[i] = (float) (Math.signum(random.nextGaussian()) * (0.5 + random.nextDouble()));
            pd[i] = p[i];
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 1", "0.02, 0, 1", "0, 0.05, 1", "0, 0, 1e-4"}) // Adam, L2, AdamW, tiny gradients
    void adam(double decay, double decoupled, double size) {
        double beta1 = 0.9;
        double beta2 = 0.999;
        double eps = 1e-8;
        for (int t = 1; t <= STEPS; t++) {
            gradients(size);
            double correction1 = 1 - Math.pow(beta1, t);
            double rootCorrection = Math.sqrt(1 - Math.pow(beta2, t));
            double shrink = 1 - LR * decoupled;
            UPDATES.adam(
                    p,
                    0,
                    a,
                    0,
                    b,
                    0,
                    g,
                    0,
                    N,
                    (float) SCALE,
                    (float) shrink,
                    (float) decay,
                    beta1,
                    beta2,
                    (float) eps,
                    (float) (LR / correction1),
                    (float) rootCorrection);
            for (int i = 0; i < N; i++) {
                double grad = g[i] * SCALE + decay * pd[i];
                pd[i] *= shrink;
                ad[i] += (grad - ad[i]) * (1 - beta1);
                bd[i] = bd[i] * beta2 + (1 - beta2) * grad * grad;
                pd[i] -= LR / correction1 * (ad[i] / (Math.sqrt(bd[i]) / rootCorrection + eps));
            }
        }
        assertClose();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.02})
    void radam(double decay) {
        double beta1 = 0.9;
        double beta2 = 0.99; // rectified from the sixth step on
        double eps = 1e-8;
        int rectifiedSteps = 0;
        for (int t = 1; t <= STEPS; t++) {
            gradients(1);
            double correction1 = 1 - Math.pow(beta1, t);
            double correction2 = 1 - Math.pow(beta2, t);
            double longest = 2 / (1 - beta2) - 1;
            double length = longest - 2 * t * Math.pow(beta2, t) / correction2;
            boolean rectified = length > 5;
            rectifiedSteps += rectified ? 1 : 0;
            double rectifier = rectified
                    ? Math.sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length))
                            * Math.sqrt(correction2)
                    : Double.NaN;
            UPDATES.radam(
                    p,
                    0,
                    a,
                    0,
                    b,
                    0,
                    g,
                    0,
                    N,
                    (float) SCALE,
                    (float) decay,
                    beta1,
                    beta2,
                    (float) eps,
                    (float) (LR / correction1),
                    (float) rectifier,
                    rectified);
            for (int i = 0; i < N; i++) {
                double grad = g[i] * SCALE + decay * pd[i];
                ad[i] += (grad - ad[i]) * (1 - beta1);
                bd[i] = bd[i] * beta2 + (1 - beta2) * grad * grad;
                double step = LR * ad[i] / correction1;
                pd[i] -= rectified ? step * rectifier / (Math.sqrt(bd[i]) + eps) : step;
            }
        }
        assertThat(rectifiedSteps).isBetween(5, STEPS - 3);
        assertClose();
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, false", "0.02, 0, 0, false", "0, 0.9, 0, false", "0.02, 0.9, 0.1, false", "0.02, 0.9, 0, true"
    })
    void sgd(double decay, double momentum, double dampening, boolean nesterov) {
        for (int t = 1; t <= STEPS; t++) {
            gradients(1);
            boolean first = t == 1;
            UPDATES.sgd(
                    p,
                    0,
                    a,
                    0,
                    g,
                    0,
                    N,
                    (float) SCALE,
                    (float) LR,
                    (float) decay,
                    (float) momentum,
                    dampening,
                    nesterov,
                    first);
            for (int i = 0; i < N; i++) {
                double step = g[i] * SCALE + decay * pd[i];
                if (momentum != 0) {
                    ad[i] = first ? step : momentum * ad[i] + (1 - dampening) * step;
                    step = nesterov ? step + momentum * ad[i] : ad[i];
                }
                pd[i] -= LR * step;
            }
        }
        assertClose();
    }

    @Test
    void sgdWithoutMomentumNeedsNoBuffer() {
        gradients(1);
        float[] none = {};
        UPDATES.sgd(p, 0, none, 0, g, 0, N, 1f, 0.1f, 0f, 0f, 0f, false, true);
        for (int i = 0; i < N; i++) {
            assertThat(p[i]).isEqualTo(Math.fma(g[i], -0.1f, (float) pd[i]));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false", "0.02, 0, false", "0, 0.9, false", "0, 0, true", "0.02, 0.9, true"})
    void rmsprop(double decay, double momentum, boolean centered) {
        double alpha = 0.99;
        double eps = 1e-8;
        for (int t = 1; t <= STEPS; t++) {
            gradients(1);
            UPDATES.rmsprop(
                    p,
                    0,
                    a,
                    0,
                    b,
                    0,
                    c,
                    0,
                    g,
                    0,
                    N,
                    (float) SCALE,
                    (float) LR,
                    (float) decay,
                    alpha,
                    (float) eps,
                    (float) momentum,
                    centered);
            for (int i = 0; i < N; i++) {
                double grad = g[i] * SCALE + decay * pd[i];
                ad[i] = alpha * ad[i] + (1 - alpha) * grad * grad;
                cd[i] += centered ? (grad - cd[i]) * (1 - alpha) : 0;
                double step = grad / (Math.sqrt(ad[i] - cd[i] * cd[i]) + eps);
                if (momentum > 0) {
                    bd[i] = momentum * bd[i] + step;
                    step = bd[i];
                }
                pd[i] -= LR * step;
            }
        }
        assertClose();
    }

    @Test
    void aCenteredVarianceThatRoundsBelowZeroIsZero() {
        // v and avg start where v − avg² = 1 − 1.0001² < 0; a zero gradient keeps them close to it
        float[] theta = {1f};
        float[] v = {1f};
        float[] avg = {1.01f};
        UPDATES.rmsprop(
                theta, 0, v, 0, new float[1], 0, avg, 0, new float[] {0.5f}, 0, 1, 1f, 1e-3f, 0f, 0.99f, 1f, 0f, true);
        assertThat(theta[0]).isEqualTo(Math.fma(0.5f, -1e-3f, 1f));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.5, 0.95})
    void lerp(double w) {
        for (int t = 1; t <= STEPS; t++) {
            gradients(1);
            UPDATES.lerp(p, 0, g, 0, N, (float) w);
            for (int i = 0; i < N; i++) {
                pd[i] += w * (g[i] - pd[i]);
            }
        }
        assertClose();
    }

    @Test
    void lerpByOneCopies() {
        gradients(1);
        UPDATES.lerp(p, 0, g, 0, N, 1f);
        assertThat(p).isEqualTo(g);
    }

    private void gradients(double size) {
        for (int i = 0; i < N; i++) {
            g[i] = (float) (size * random.nextGaussian());
        }
    }

    private void assertClose() {
        assertClose(p, pd);
        assertClose(a, ad);
        assertClose(b, bd);
        assertClose(c, cd);
    }

    /// 1e-6 of each number, or of a typical one where sums of both signs cancel.
    private static void assertClose(float[] got, double[] want) {
        double typical = 0;
        for (double x : want) {
            typical += Math.abs(x) / N;
        }
        for (int i = 0; i < N; i++) {
            double tolerance = 1e-6 * Math.max(Math.abs(want[i]), typical);
            assertThat(Math.abs(got[i] - want[i]))
                    .as("element %d: %s, %s", i, got[i], want[i])
                    .isLessThanOrEqualTo(tolerance);
        }
    }
}
