package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Savable;
import slmlab.tensor.State;
import slmlab.tensor.Tensor;

/// The size of all value targets so far, by which `normalize_v_targets` divides values and targets in the loss.
public final class ValueScale implements Savable {
    private static final double EPS = 1e-8;
    private static final double LIMIT = 10;

    private final boolean symlog;
    private long count;
    private double mean;
    private double squares;

    /// @param symlog whether the loss compares targets as sign(x)·log(1 + |x|)
    public ValueScale(boolean symlog) {
        this.symlog = symlog;
    }

    /// Add the targets of a minibatch (Welford 1962).
    public void add(float[] targets, float @Nullable [] weight) {
        for (int i = 0; i < targets.length; i++) {
            if (weight == null || weight[i] != 0) {
                double target = symlog ? symlog(targets[i]) : targets[i];
                count++;
                double before = target - mean;
                mean += before / count;
                squares += before * (target - mean);
            }
        }
    }

    /// sign(x)·log(1 + |x|): large values compressed, small ones as they are.
    public static Tensor symlog(Tensor value) {
        return value.sign().mul(value.abs().log1p());
    }

    private static double symlog(double x) {
        return Math.signum(x) * StrictMath.log1p(Math.abs(x));
    }

    /// One over the standard deviation, at most 1.
    public double factor() {
        double variance = count < 2 ? 1 : squares / count;
        return 1 / Math.max(1, Math.sqrt(variance + EPS));
    }

    /// A value as the loss sees it.
    public static Tensor apply(Tensor value, Tensor factor) {
        return value.mul(factor).clamp(-LIMIT, LIMIT);
    }

    @Override
    public void save(State to) {
        to.put("count", count);
        to.put("mean", mean);
        to.put("squares", squares);
    }

    @Override
    public void load(State from) {
        count = from.whole("count");
        mean = from.number("mean");
        squares = from.number("squares");
    }
}
