package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Clips rewards to [low, high].
final class ClipReward extends Wrapper {
    private final float low;
    private final float high;
    private final Array reward;

    ClipReward(VecEnv inner, double low, double high) {
        super("clip_reward", inner);
        if (!(low <= high)) {
            throw new IllegalArgumentException("clip_reward: [%s, %s] is empty".formatted(low, high));
        }
        this.low = (float) low;
        this.high = (float) high;
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
            reward.floats()[i] = Math.max(low, Math.min(high, paid[i])); // NaN stays NaN
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
