package slmlab.env.wrapper;

import org.jspecify.annotations.Nullable;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// A wrapper that changes observations, final ones included.
public abstract class ObsWrapper extends Wrapper {
    final Array obs;
    final Array finalObs;
    private final Space space;

    /// @param name name under which its own state is saved
    /// @param space the new observation space
    protected ObsWrapper(String name, VecEnv inner, Space space) {
        super(name, inner);
        this.space = space;
        this.obs = Rows.of(space, inner.size());
        this.finalObs = Rows.of(space, inner.size());
    }

    /// Write one env's observation as the wrapper changes it.
    ///
    /// @param from rows of all envs, as the inner vector shows them
    /// @param to rows of all envs, of which this env's is written
    protected abstract void turn(Array from, int env, Array to);

    /// Return whether a program that acts with the trained policy changes observations itself as this wrapper does,
    /// before it hands them to a player; `docs/play.md` says how. If not, the policy acts in the lab only.
    protected boolean isLeftToCaller() {
        return false;
    }

    /// Return what it does, as a line of a file from which other programs act; null where there is no word for it.
    @Nullable
    String step() {
        return null;
    }

    @Override
    public final Space obsSpace() {
        return space;
    }

    /// Changed observations are stacks no more, unless a wrapper knows better.
    @Override
    public Traits traits() {
        return super.traits().stacked(1);
    }

    @Override
    protected void begin(Step step, long seed) {
        for (int i = 0; i < size(); i++) {
            turn(step.obs(), i, obs);
        }
    }

    @Override
    protected void observe(Step step) {
        for (int i = 0; i < size(); i++) {
            if (ended(step, i)) {
                turn(step.finalObs(), i, finalObs);
            }
            turn(step.obs(), i, obs);
        }
    }

    @Override
    protected final Step own(Step step) {
        return new Step(
                obs, step.reward(), step.terminated(), step.truncated(), finalObs, step.actionMask(), step.finalMask());
    }

    @Override
    protected void saveOwn(State to) {
        to.put("obs", obs);
        to.put("final_obs", finalObs);
    }

    @Override
    protected void loadOwn(State from) {
        obs.copyFrom(from.array("obs"));
        finalObs.copyFrom(from.array("final_obs"));
    }

    /// Return the inner vector's space, if its rows are FLOAT32.
    protected static Space floats(String name, VecEnv inner) {
        if (inner.obsSpace().rowType() != DType.FLOAT32) {
            throw new IllegalArgumentException(
                    "%s: observations are %s; needs FLOAT32; apply flattenObs first".formatted(name, inner.obsSpace()));
        }
        return inner.obsSpace();
    }
}
