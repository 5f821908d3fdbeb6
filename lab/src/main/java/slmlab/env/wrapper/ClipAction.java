package slmlab.env.wrapper;

import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;

/// Clips continuous actions to the bounds of the inner box.
final class ClipAction extends Wrapper {
    private static final String NAME = "clip_action";

    private final Space space;
    private final Bounds bounds;
    private final Array taken;

    ClipAction(VecEnv inner) {
        super(NAME, inner);
        Space.Box box = boxOfActions(NAME, inner);
        double infinity = Double.POSITIVE_INFINITY;
        this.bounds = box.bounds();
        this.space = new Space.Box(box.shape(), box.dtype(), Bounds.of(bounds.size(), -infinity, infinity));
        this.taken = Rows.of(box, inner.size());
    }

    @Override
    public Space actionSpace() {
        return space;
    }

    @Override
    protected Array act(Array action) {
        check(action);
        float[] asked = action.floats();
        int row = bounds.size();
        for (int i = 0; i < asked.length; i++) { // NaN stays NaN, the inner vector refuses it
            taken.floats()[i] = Math.max(bounds.low(i % row), Math.min(bounds.high(i % row), asked[i]));
        }
        return taken;
    }
}
