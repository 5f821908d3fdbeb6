package slmlab.env.wrapper;

import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// Clips observations to [low, high].
final class ClipObs extends ObsWrapper {
    private static final String NAME = "clip_obs";

    private final float low;
    private final float high;

    ClipObs(VecEnv inner, double low, double high) {
        super(NAME, inner, space(inner, low, high));
        this.low = (float) low;
        this.high = (float) high;
    }

    @Override
    String step() {
        return "clip low=%s high=%s".formatted(low, high);
    }

    @Override
    protected void turn(Array from, int env, Array to) {
        float[] seen = from.floats();
        float[] shown = to.floats();
        int row = seen.length / size();
        for (int i = env * row; i < (env + 1) * row; i++) {
            shown[i] = Math.max(low, Math.min(high, seen[i]));
        }
    }

    private static Space space(VecEnv inner, double low, double high) {
        if (!(low <= high)) {
            throw new IllegalArgumentException("%s: [%s, %s] is empty".formatted(NAME, low, high));
        }
        Space space = floats(NAME, inner);
        Bounds bounds = FlattenObs.bounds(space);
        float[] lows = new float[bounds.size()];
        float[] highs = new float[bounds.size()];
        for (int i = 0; i < lows.length; i++) {
            lows[i] = (float) Math.max(low, Math.min(high, bounds.low(i)));
            highs[i] = (float) Math.max(low, Math.min(high, bounds.high(i)));
        }
        return new Space.Box(space.row(), DType.FLOAT32, new Bounds(lows, highs));
    }
}
