package slmlab.env.wrapper;

import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// Normalizes observations: (obs − mean) / √(variance + 10⁻⁸), with the statistics of every observation so far,
/// final ones included.
///
/// Gymnasium's formula. There an ended env restarts one step later, so with several envs its statistics have
/// seen the same observations at other steps, and its final observation is normalized before the next episode's
/// first is counted.
public final class NormalizeObs extends ObsWrapper {
    private static final String NAME = "normalize_obs";
    private static final double EPS = 1e-8;

    private final RunningStats stats;
    private final double clip;
    private final double[] scale;
    private boolean frozen;

    NormalizeObs(VecEnv inner, RunningStats stats, double clip) {
        super(NAME, inner, space(inner, clip));
        if (!(clip > 0)) {
            throw new IllegalArgumentException("%s: clip is %s; needs to lie above 0".formatted(NAME, clip));
        }
        if (stats.size() != inner.obsSpace().row().volume()) {
            throw new IllegalArgumentException("%s: statistics of %s values for observations of %s"
                    .formatted(NAME, stats.size(), inner.obsSpace().row().volume()));
        }
        this.stats = stats;
        this.clip = clip;
        this.scale = new double[stats.size()];
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
        if (!frozen) {
            for (int i = 0; i < size(); i++) {
                stats.add(step.obs().floats(), i * scale.length);
            }
        }
        rescale();
        super.begin(step, seed);
    }

    @Override
    protected void observe(Step step) {
        if (!frozen) {
            for (int i = 0; i < size(); i++) {
                if (ended(step, i)) {
                    stats.add(step.finalObs().floats(), i * scale.length);
                }
                if (!isPaused(i)) { // seen at the step before
                    stats.add(step.obs().floats(), i * scale.length);
                }
            }
        }
        rescale();
        super.observe(step);
    }

    private void rescale() {
        for (int i = 0; i < scale.length; i++) {
            scale[i] = 1 / Math.sqrt(stats.variance(i) + EPS);
        }
    }

    @Override
    String step() {
        return "normalize eps=%s clip=%s".formatted(EPS, clip);
    }

    @Override
    protected void turn(Array from, int env, Array to) {
        float[] seen = from.floats();
        float[] shown = to.floats();
        int at = env * scale.length;
        for (int i = 0; i < scale.length; i++) {
            double value = (seen[at + i] - stats.mean(i)) * scale[i];
            shown[at + i] = (float) Math.max(-clip, Math.min(clip, value));
        }
    }

    @Override
    protected void saveOwn(State to) {
        super.saveOwn(to);
        stats.save(to);
    }

    @Override
    protected void loadOwn(State from) {
        super.loadOwn(from);
        stats.load(from);
    }

    private static Space space(VecEnv inner, double clip) {
        Space space = floats(NAME, inner);
        return new Space.Box(
                space.row(), DType.FLOAT32, Bounds.of(space.row().volume(), -Math.abs(clip), Math.abs(clip)));
    }
}
