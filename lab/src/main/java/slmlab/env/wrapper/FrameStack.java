package slmlab.env.wrapper;

import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Stacks the last `n` observations, the oldest first: along a new first axis, as Gymnasium's
/// `FrameStackObservation` does, or concatenated. An episode begins with its first observation `n` times.
final class FrameStack extends ObsWrapper {
    private final int n;
    private final int row;

    /// @param joined whether to concatenate, rather than to add an axis
    FrameStack(VecEnv inner, int n, boolean joined) {
        super(name(joined), inner, space(inner, n, joined));
        this.n = n;
        this.row = inner.obsSpace().row().volume();
    }

    @Override
    void turn(Array from, int env, Array to) {
        for (int k = 0; k < n; k++) {
            System.arraycopy(Rows.data(from), env * row, Rows.data(to), (env * n + k) * row, row);
        }
    }

    @Override
    void observe(Step step) {
        for (int i = 0; i < size(); i++) {
            if (ended(step, i)) {
                append(step.finalObs(), i, finalObs);
                turn(step.obs(), i, obs);
            } else {
                append(step.obs(), i, obs);
            }
        }
    }

    /// Write the stacked observations without the oldest, and the newest after them.
    private void append(Array newest, int env, Array to) {
        int at = env * n * row;
        int kept = (n - 1) * row;
        System.arraycopy(Rows.data(obs), at + row, Rows.data(to), at, kept);
        System.arraycopy(Rows.data(newest), env * row, Rows.data(to), at + kept, row);
    }

    private static String name(boolean joined) {
        return joined ? "frame_concat" : "frame_stack";
    }

    private static Space space(VecEnv inner, int n, boolean joined) {
        if (n < 1) {
            throw new IllegalArgumentException("%s: %s observations; needs at least 1".formatted(name(joined), n));
        }
        if (!(inner.obsSpace() instanceof Space.Box(var shape, var dtype, Bounds bounds))) {
            throw new IllegalArgumentException("%s: observations are %s; needs a box; apply flattenObs first"
                    .formatted(name(joined), inner.obsSpace()));
        }
        if (joined && shape.rank() != 1) {
            throw new IllegalArgumentException(
                    "%s: observations are %s; frame_op concat needs one-dimensional observations; for pictures use frame_op stack"
                            .formatted(name(joined), inner.obsSpace()));
        }
        long numbers = (long) n * bounds.size();
        if (numbers > Integer.MAX_VALUE - 8
                || numbers * Float.BYTES > Runtime.getRuntime().maxMemory()) {
            throw new IllegalArgumentException(
                    "%s: %s observations of %s values take %s bytes, and the JVM may use %s; stack fewer"
                            .formatted(
                                    name(joined),
                                    n,
                                    bounds.size(),
                                    numbers * dtype.bytes(),
                                    Runtime.getRuntime().maxMemory()));
        }
        float[] low = new float[n * bounds.size()];
        float[] high = new float[n * bounds.size()];
        for (int i = 0; i < low.length; i++) {
            low[i] = bounds.low(i % bounds.size());
            high[i] = bounds.high(i % bounds.size());
        }
        Shape frames = joined ? Shape.of(n * shape.volume()) : shape.insert(0, n);
        return new Space.Box(frames, dtype, new Bounds(low, high));
    }
}
