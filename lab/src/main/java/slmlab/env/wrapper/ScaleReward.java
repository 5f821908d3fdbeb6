package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Multiplies rewards by a factor, or keeps only their signs.
final class ScaleReward extends Wrapper {
    private final double factor;
    private final boolean sign;
    private final Array reward;

    /// @param sign whether to replace rewards by their signs, whatever the factor
    ScaleReward(VecEnv inner, double factor, boolean sign) {
        super("scale_reward", inner);
        this.factor = factor;
        this.sign = sign;
        this.reward = Array.zeros(DType.FLOAT32, Shape.of(inner.size()));
    }

    @Override
    void begin(Step step, long seed) {
        Arrays.fill(reward.floats(), 0);
    }

    @Override
    void observe(Step step) {
        float[] paid = step.reward().floats();
        for (int i = 0; i < paid.length; i++) {
            reward.floats()[i] = sign ? Math.signum(paid[i]) : (float) (factor * paid[i]); // NaN stays NaN
        }
    }

    @Override
    Step own(Step step) {
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
    void saveOwn(State to) {
        to.put("reward", reward);
    }

    @Override
    void loadOwn(State from) {
        reward.copyFrom(from.array("reward"));
    }
}
