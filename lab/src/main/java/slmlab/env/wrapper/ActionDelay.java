package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.State;

/// Gives the envs the action that was chosen some steps ago. An episode begins with doing nothing: action 0, or
/// the number nearest to 0 that the bounds allow.
final class ActionDelay extends Wrapper {
    private static final String NAME = "ActionDelay";

    private final Array[] waiting; // [steps] actions of all envs, the oldest at `at`
    private final Array still;
    private final Array taken;
    private int at;

    ActionDelay(VecEnv inner, int steps) {
        super(NAME, inner);
        if (steps < 1) {
            throw new IllegalArgumentException("%s: steps is %s; needs at least 1".formatted(NAME, steps));
        }
        if (inner.hasActionMask()) {
            throw new IllegalArgumentException(
                    "%s: the env masks actions, and a delayed one may be forbidden by then; remove it".formatted(NAME));
        }
        this.still = still(inner.actionSpace(), inner.size());
        this.taken = Rows.of(inner.actionSpace(), inner.size());
        this.waiting = new Array[steps];
        for (int k = 0; k < steps; k++) {
            waiting[k] = Rows.of(inner.actionSpace(), inner.size());
        }
    }

    private static Array still(Space space, int size) {
        Array action = Rows.of(space, size);
        if (space instanceof Space.Box(var _, var _, var bounds)) {
            for (int i = 0; i < action.floats().length; i++) {
                action.floats()[i] = Math.clamp(0f, bounds.low(i % bounds.size()), bounds.high(i % bounds.size()));
            }
        } else if (space instanceof Space.Discrete(int _, int start)) {
            Arrays.fill(action.ints(), start);
        }
        return action;
    }

    @Override
    protected void begin(Step step, long seed) {
        for (int i = 0; i < size(); i++) {
            forget(i);
        }
        at = 0;
    }

    @Override
    protected Array act(Array action) {
        check(action);
        taken.copyFrom(waiting[at]);
        waiting[at].copyFrom(action);
        at = (at + 1) % waiting.length;
        return taken;
    }

    @Override
    protected void observe(Step step) {
        for (int i = 0; i < size(); i++) {
            if (ended(step, i) || isPaused(i)) { // what was given meanwhile is never taken
                forget(i);
            }
        }
    }

    private void forget(int env) {
        int row = still.shape().volume() / size();
        for (Array each : waiting) {
            System.arraycopy(Rows.data(still), env * row, Rows.data(each), env * row, row);
        }
    }

    @Override
    protected void saveOwn(State to) {
        to.put("at", at);
        for (int k = 0; k < waiting.length; k++) {
            to.put("waiting" + k, waiting[k]);
        }
    }

    @Override
    protected void loadOwn(State from) {
        at = Math.toIntExact(from.whole("at"));
        for (int k = 0; k < waiting.length; k++) {
            waiting[k].copyFrom(from.array("waiting" + k));
        }
    }
}
