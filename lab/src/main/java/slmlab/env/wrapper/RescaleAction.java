package slmlab.env.wrapper;

import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;

/// Rescales actions from [−1, 1] to the bounds of the inner box.
final class RescaleAction extends Wrapper {
    private static final String NAME = "rescale_action";

    private final Space space;
    private final Bounds bounds;
    private final Array taken;

    RescaleAction(VecEnv inner) {
        super(NAME, inner);
        Space.Box box = boxOfActions(NAME, inner);
        this.bounds = box.bounds();
        for (int i = 0; i < bounds.size(); i++) {
            if (Float.isInfinite(bounds.low(i)) || Float.isInfinite(bounds.high(i))) {
                throw new IllegalArgumentException("%s: actions are %s; needs finite bounds".formatted(NAME, box));
            }
        }
        this.space = new Space.Box(box.shape(), box.dtype(), Bounds.of(bounds.size(), -1, 1));
        this.taken = Rows.of(box, inner.size());
    }

    Bounds bounds() {
        return bounds;
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
        for (int i = 0; i < asked.length; i++) {
            double low = bounds.low(i % row);
            taken.floats()[i] = (float) (low + (bounds.high(i % row) - low) * ((asked[i] + 1.0) / 2));
        }
        return taken;
    }
}
