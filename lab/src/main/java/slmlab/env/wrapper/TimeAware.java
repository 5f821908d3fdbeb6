package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Appends the time to observations: the share of an episode's limit that has passed, from 0 to 1. Where a time
/// limit is part of the problem, values depend on it (Pardo et al. 2018, arXiv:1712.00378).
final class TimeAware extends ObsWrapper {
    private static final String NAME = "TimeAware";

    private final int limit;
    private final int row; // components of an observation inside
    private final Array passed; // steps of each env's episode

    TimeAware(VecEnv inner, int limit) {
        super(NAME, inner, space(inner.obsSpace()));
        if (limit < 1) {
            throw new IllegalArgumentException("%s: limit is %s; needs at least 1 step".formatted(NAME, limit));
        }
        this.limit = limit;
        this.row = inner.obsSpace().row().volume();
        this.passed = Array.zeros(DType.INT32, Shape.of(inner.size()));
    }

    private static Space space(Space inner) {
        if (!(inner instanceof Space.Box(Shape shape, DType dtype, Bounds bounds))
                || dtype != DType.FLOAT32
                || shape.rank() != 1) {
            throw new IllegalArgumentException("%s: observations are %s; needs a vector".formatted(NAME, inner));
        }
        int n = bounds.size();
        float[] low = new float[n + 1];
        float[] high = new float[n + 1];
        for (int i = 0; i < n; i++) {
            low[i] = bounds.low(i);
            high[i] = bounds.high(i);
        }
        high[n] = 1;
        return Space.Box.of(low, high);
    }

    @Override
    protected void begin(Step step, long seed) {
        Arrays.fill(passed.ints(), 0);
        super.begin(step, seed);
    }

    @Override
    protected void observe(Step step) {
        int[] steps = passed.ints();
        for (int i = 0; i < size(); i++) {
            if (isPaused(i)) {
                continue;
            }
            steps[i]++;
            if (ended(step, i)) {
                turn(step.finalObs(), i, finalObs);
                steps[i] = 0;
            }
            turn(step.obs(), i, obs);
        }
    }

    @Override
    protected void turn(Array from, int env, Array to) {
        System.arraycopy(from.floats(), env * row, to.floats(), env * (row + 1), row);
        to.floats()[env * (row + 1) + row] = Math.min(1, (float) passed.ints()[env] / limit);
    }

    @Override
    protected void saveOwn(State to) {
        super.saveOwn(to);
        to.put("passed", passed);
    }

    @Override
    protected void loadOwn(State from) {
        super.loadOwn(from);
        passed.copyFrom(from.array("passed"));
    }
}
