package slmlab.env.wrapper;

import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.State;

/// A wrapper that shows other observations: final ones are changed as all are.
abstract class ObsWrapper extends Wrapper {
    final Array obs;
    final Array finalObs;
    private final Space space;

    /// @param space what it shows
    ObsWrapper(String name, VecEnv inner, Space space) {
        super(name, inner);
        this.space = space;
        this.obs = Rows.of(space, inner.size());
        this.finalObs = Rows.of(space, inner.size());
    }

    /// Writes one env's observation as it is to be shown.
    abstract void turn(Array from, int env, Array to);

    @Override
    public final Space obsSpace() {
        return space;
    }

    @Override
    void begin(Step step, long seed) {
        for (int i = 0; i < size(); i++) {
            turn(step.obs(), i, obs);
        }
    }

    @Override
    void observe(Step step) {
        for (int i = 0; i < size(); i++) {
            if (ended(step, i)) {
                turn(step.finalObs(), i, finalObs);
            }
            turn(step.obs(), i, obs);
        }
    }

    @Override
    final Step own(Step step) {
        return new Step(
                obs, step.reward(), step.terminated(), step.truncated(), finalObs, step.actionMask(), step.finalMask());
    }

    @Override
    void saveOwn(State to) {
        to.put("obs", obs);
        to.put("final_obs", finalObs);
    }

    @Override
    void loadOwn(State from) {
        obs.copyFrom(from.array("obs"));
        finalObs.copyFrom(from.array("final_obs"));
    }

    /// The inner vector's space, if its rows are of FLOAT32.
    static Space floats(String name, VecEnv inner) {
        if (inner.obsSpace().rowType() != slmlab.tensor.DType.FLOAT32) {
            throw new IllegalArgumentException(
                    "%s: observations are %s; needs FLOAT32, which flattenObs gives".formatted(name, inner.obsSpace()));
        }
        return inner.obsSpace();
    }
}
