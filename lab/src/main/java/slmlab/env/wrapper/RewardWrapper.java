package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A wrapper that changes rewards.
public abstract class RewardWrapper extends Wrapper {
    private final Array reward;

    /// @param name name under which its own state is saved
    protected RewardWrapper(String name, VecEnv inner) {
        super(name, inner);
        this.reward = Array.zeros(DType.FLOAT32, Shape.of(inner.size()));
    }

    /// Return one env's reward as the wrapper changes it. Not called for an env that [#isPaused]: its reward is 0.
    protected abstract double turn(double reward, int env);

    @Override
    protected void begin(Step step, long seed) {
        Arrays.fill(reward.floats(), 0);
    }

    @Override
    protected void observe(Step step) {
        float[] given = step.reward().floats();
        for (int i = 0; i < given.length; i++) {
            reward.floats()[i] = isPaused(i) ? 0 : (float) turn(given[i], i);
        }
    }

    @Override
    protected final Step own(Step step) {
        return new Step(
                step.obs(),
                reward,
                step.terminated(),
                step.truncated(),
                step.finalObs(),
                step.actionMask(),
                step.finalMask());
    }

    @Override
    protected void saveOwn(State to) {
        to.put("reward", reward);
    }

    @Override
    protected void loadOwn(State from) {
        reward.copyFrom(from.array("reward"));
    }
}
