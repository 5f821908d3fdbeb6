package slmlab.judge.robust;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.NumpyRandom;
import slmlab.judge.Probe;

/// Perturbs observations within a ball: no number by more than ε of its own scale.
final class ObsAttack implements AutoCloseable {
    /// How the ball is searched.
    enum Search {
        /// Anywhere in it.
        RANDOM,
        /// One step along the sign of the gradient (Goodfellow et al. 2015, arXiv:1412.6572).
        FGSM,
        /// Many small ones from a random start, back into the ball after each (Madry et al. 2018,
        /// arXiv:1706.06083).
        PGD
    }

    private static final int STEPS = 20;
    private static final double STRIDE = 2.5; // over all steps, in ε

    private final TargetAgent victim;
    private final Search search;
    private final boolean startsRandom; // where the gradient at the true observation is zero
    private final @Nullable Probe probe; // null for a random search
    private final double[] scale;
    private final double eps;
    private final double low;
    private final double high;
    private final NumpyRandom random;
    private final float[] perturbed;
    private final float[] best;
    private final float[] bestLoss;

    /// @param scale of each component of an observation: ε is in these units
    /// @param low least value of an observation, for pixels
    ObsAttack(
            TargetAgent victim,
            Search search,
            TargetAgent.Loss loss,
            double[] scale,
            double eps,
            double low,
            double high,
            long seed) {
        this.victim = victim;
        this.search = search;
        this.startsRandom = loss == TargetAgent.Loss.MAD || (loss == TargetAgent.Loss.CHOICE && !victim.isDiscrete());
        this.probe = search == Search.RANDOM ? null : victim.probe(loss);
        this.scale = scale;
        this.eps = eps;
        this.low = low;
        this.high = high;
        this.random = NumpyRandom.ofSeed(seed);
        this.perturbed = new float[victim.rows() * victim.size()];
        this.best = new float[perturbed.length];
        this.bestLoss = new float[victim.rows()];
    }

    /// Return the adversarial observations of all rows, in an array that the next call overwrites.
    float[] perturb(float[] obs) {
        if (probe == null || eps == 0) {
            draw(obs, perturbed);
            return perturbed;
        }
        victim.see(obs);
        victim.fill(probe);
        if (search == Search.FGSM) {
            if (startsRandom) {
                draw(obs, probe.obs());
            } else {
                System.arraycopy(obs, 0, probe.obs(), 0, obs.length);
            }
            probe.run();
            move(obs, obs, 1, perturbed);
            return perturbed;
        }
        return climb(obs, probe);
    }

    /// Keep the worst observation that was seen on the way, for each row.
    private float[] climb(float[] obs, Probe of) {
        Arrays.fill(bestLoss, Float.NEGATIVE_INFINITY);
        draw(obs, perturbed);
        for (int step = 0; ; step++) {
            System.arraycopy(perturbed, 0, of.obs(), 0, perturbed.length);
            of.run();
            for (int row = 0; row < victim.rows(); row++) {
                if (of.scores()[row] > bestLoss[row]) {
                    bestLoss[row] = of.scores()[row];
                    System.arraycopy(perturbed, row * victim.size(), best, row * victim.size(), victim.size());
                }
            }
            if (step == STEPS) {
                return best;
            }
            move(perturbed, obs, STRIDE / STEPS, perturbed);
        }
    }

    /// Step along the sign of the probe's gradient, and back into the ball.
    ///
    /// @param length of the step, in ε
    private void move(float[] from, float[] around, double length, float[] to) {
        float[] gradient = Objects.requireNonNull(probe).gradients();
        for (int i = 0; i < to.length; i++) {
            double unit = eps * scale[i % scale.length];
            to[i] = inside(from[i] + length * unit * Math.signum(gradient[i]), around[i], unit);
        }
    }

    private void draw(float[] around, float[] to) {
        for (int i = 0; i < to.length; i++) {
            double unit = eps * scale[i % scale.length];
            to[i] = inside(around[i] + unit * random.uniform(-1, 1), around[i], unit);
        }
    }

    private float inside(double value, float around, double unit) {
        return (float) Math.clamp(Math.clamp(value, around - unit, around + unit), low, high);
    }

    /// Return the mean loss over all rows of adversarial observations, for comparisons.
    static double loss(TargetAgent victim, Probe of, float[] obs, float[] perturbed) {
        victim.see(obs);
        victim.fill(of);
        System.arraycopy(perturbed, 0, of.obs(), 0, perturbed.length);
        of.run();
        double sum = 0;
        for (float score : of.scores()) {
            sum += score;
        }
        return sum / of.scores().length;
    }

    @Override
    public void close() {
        if (probe != null) {
            probe.close();
        }
    }
}
