package slmlab.agent.algorithm;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.State;
import slmlab.tensor.Tensor;

/// The size of all value targets so far, by which `normalize_v_targets` divides values and targets in the loss.
final class ValueScale {
    private static final double EPS = 1e-8;
    private static final double LIMIT = 10;

    private long count;
    private double mean;
    private double squares;

    /// Sees the targets of a minibatch (Welford 1962).
    void add(float[] targets, float @Nullable [] weight) {
        for (int i = 0; i < targets.length; i++) {
            if (weight == null || weight[i] != 0) {
                count++;
                double before = targets[i] - mean;
                mean += before / count;
                squares += before * (targets[i] - mean);
            }
        }
    }

    /// One over the standard deviation, at most 1.
    double factor() {
        double variance = count < 2 ? 1 : squares / count;
        return 1 / Math.max(1, Math.sqrt(variance + EPS));
    }

    /// A value as the loss sees it.
    static Tensor apply(Tensor value, Tensor factor) {
        return value.mul(factor).clamp(-LIMIT, LIMIT);
    }

    void save(State to) {
        to.put("count", count);
        to.put("mean", mean);
        to.put("squares", squares);
    }

    void load(State from) {
        count = from.whole("count");
        mean = from.number("mean");
        squares = from.number("squares");
    }
}
