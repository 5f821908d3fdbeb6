package slmlab.env.wrapper;

import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Stacks the last `n` observations, the oldest first: along a new first axis, as Gymnasium's
/// `FrameStackObservation` does, or concatenated: rows end to end, images channel by channel. An episode begins
/// with its first observation `n` times.
final class FrameStack extends ObsWrapper {
    private final int n;
    private final int row; // values of one observation
    private final int part; // of them that stand together in a stack: all, or the channels of one pixel

    /// @param joined whether to concatenate, rather than to add an axis
    FrameStack(VecEnv inner, int n, boolean joined) {
        super(name(joined), inner, space(inner, n, joined));
        this.n = n;
        Shape shape = inner.obsSpace().row();
        this.row = shape.volume();
        this.part = joined && isChannelsLast(shape) ? shape.dim(2) : row;
    }

    @Override
    public Traits traits() {
        return super.traits().stacked(part == row ? n : 1);
    }

    @Override
    String step() {
        return "stack n=%s part=%s".formatted(n, part);
    }

    @Override
    protected void turn(Array from, int env, Array to) {
        for (int k = 0; k < n; k++) {
            place(from, env, to, k);
        }
    }

    /// Write an observation as the k-th of a stack.
    private void place(Array from, int env, Array to, int k) {
        for (int at = 0; at < row; at += part) {
            System.arraycopy(Rows.data(from), env * row + at, Rows.data(to), env * n * row + at * n + k * part, part);
        }
    }

    @Override
    protected void observe(Step step) {
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
        int kept = (n - 1) * part;
        for (int at = env * n * row; at < (env + 1) * n * row; at += n * part) {
            System.arraycopy(Rows.data(obs), at + part, Rows.data(to), at, kept);
        }
        place(newest, env, to, n - 1);
    }

    /// Whether an image's last axis holds its channels, as nets read images: the shorter of first and last.
    private static boolean isChannelsLast(Shape shape) {
        return shape.rank() == 3 && shape.dim(0) > shape.dim(2);
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
        if (joined && shape.rank() > 3) {
            throw new IllegalArgumentException(
                    "%s: observations are %s; frame_op concat needs vectors or images; use frame_op stack"
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
        return new Space.Box(joined ? joined(shape, n) : shape.insert(0, n), dtype, new Bounds(low, high));
    }

    private static Shape joined(Shape shape, int n) {
        return switch (shape.rank()) {
            case 1 -> Shape.of(n * shape.dim(0));
            case 2 -> shape.insert(0, n); // gray images have one channel
            default ->
                isChannelsLast(shape)
                        ? Shape.of(shape.dim(0), shape.dim(1), n * shape.dim(2))
                        : Shape.of(n * shape.dim(0), shape.dim(1), shape.dim(2));
        };
    }
}
