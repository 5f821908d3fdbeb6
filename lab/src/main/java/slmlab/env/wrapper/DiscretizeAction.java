package slmlab.env.wrapper;

import java.util.Collections;
import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;

/// Makes a continuous action a choice among evenly spaced values, both bounds included. Several numbers are as
/// many choices side by side, or one choice among all combinations.
final class DiscretizeAction extends Wrapper {
    private static final String NAME = "DiscretizeAction";
    private static final int MOST_CHOICES = 10_000;

    private final int bins;
    private final int numbers;
    private final Bounds bounds;
    private final Space space;
    private final Array taken;

    DiscretizeAction(VecEnv inner, int bins, boolean joint) {
        super(NAME, inner);
        Space.Box box = boxOfActions(NAME, inner);
        this.bounds = box.bounds();
        this.bins = bins;
        this.numbers = bounds.size();
        for (int i = 0; i < numbers; i++) {
            if (Float.isInfinite(bounds.low(i)) || Float.isInfinite(bounds.high(i))) {
                throw new IllegalArgumentException("%s: actions are %s; needs finite bounds".formatted(NAME, box));
            }
        }
        double choices = joint ? Math.pow(bins, numbers) : bins;
        if (bins < 2 || choices > MOST_CHOICES) {
            throw new IllegalArgumentException("%s: bins is %s, which makes %s choices; needs 2 to %s"
                    .formatted(NAME, bins, (long) choices, MOST_CHOICES));
        }
        this.space = numbers == 1 || joint
                ? new Space.Discrete((int) choices)
                : new Space.MultiDiscrete(Collections.nCopies(numbers, bins));
        this.taken = Rows.of(box, inner.size());
    }

    @Override
    public Space actionSpace() {
        return space;
    }

    @Override
    protected Array act(Array action) {
        check(action);
        boolean isJoint = space instanceof Space.Discrete;
        int[] chosen = action.ints();
        for (int env = 0; env < size(); env++) {
            int left = isJoint ? chosen[env] : 0;
            for (int i = 0; i < numbers; i++) {
                int bin = isJoint ? left % bins : chosen[env * numbers + i];
                left /= bins;
                if (bin < 0 || bin >= bins || (isJoint && i == numbers - 1 && left != 0)) {
                    throw new IllegalArgumentException(
                            "%s: an action of env %s is not in %s".formatted(NAME, env, space));
                }
                double low = bounds.low(i);
                taken.floats()[env * numbers + i] = (float) (low + (bounds.high(i) - low) * bin / (bins - 1));
            }
        }
        return taken;
    }
}
