package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.State;

/// Divides rewards by the running standard deviation of the discounted return: r / √(Var[Σ γᵏ·r] + 10⁻⁸).
///
/// As Stable-Baselines3's `VecNormalize`: the mean is not subtracted, and the return restarts at 0 with each
/// episode. Gymnasium's continues across an end: from the whole return after a time limit, and from the last
/// reward after a termination; up to the first end both agree.
public final class NormalizeReward extends RewardWrapper {
    private static final double EPS = 1e-8;

    private final RunningStats stats;
    private final double gamma;
    private final double clip;
    private final double[] returns;
    private double scale;
    private boolean frozen;

    NormalizeReward(VecEnv inner, RunningStats stats, double gamma, double clip) {
        super("normalize_reward", inner);
        if (!(gamma >= 0 && gamma <= 1)) {
            throw new IllegalArgumentException(
                    "normalize_reward: gamma is %s; needs to lie in [0, 1]".formatted(gamma));
        }
        if (!(clip > 0)) {
            throw new IllegalArgumentException("normalize_reward: clip is %s; needs to lie above 0".formatted(clip));
        }
        if (stats.size() != 1) {
            throw new IllegalArgumentException(
                    "normalize_reward: statistics of %s values; needs 1".formatted(stats.size()));
        }
        this.stats = stats;
        this.gamma = gamma;
        this.clip = clip;
        this.returns = new double[inner.size()];
    }

    /// Return the running statistics; another vector can share them.
    public RunningStats stats() {
        return stats;
    }

    /// Freeze the statistics, as for evaluation, or update them again.
    public void freeze(boolean on) {
        frozen = on;
    }

    @Override
    protected void begin(Step step, long seed) {
        Arrays.fill(returns, 0);
        super.begin(step, seed);
    }

    @Override
    protected void observe(Step step) {
        float[] given = step.reward().floats();
        for (int i = 0; i < returns.length; i++) {
            if (isPaused(i)) {
                continue;
            }
            returns[i] = gamma * returns[i] + given[i];
            if (!frozen) {
                stats.add(returns[i]);
            }
            if (ended(step, i)) {
                returns[i] = 0;
            }
        }
        scale = 1 / Math.sqrt(stats.variance(0) + EPS);
        super.observe(step);
    }

    @Override
    protected double turn(double reward, int env) {
        return Math.max(-clip, Math.min(clip, reward * scale));
    }

    @Override
    protected void saveOwn(State to) {
        stats.save(to);
        to.put("returns", Rows.ofDoubles(returns));
        super.saveOwn(to);
    }

    @Override
    protected void loadOwn(State from) {
        stats.load(from);
        Rows.doubles(from.array("returns"), returns);
        super.loadOwn(from);
    }
}
