package slmlab.env.wrapper;

import slmlab.env.VecEnv;

/// Clips rewards to [low, high].
final class ClipReward extends RewardWrapper {
    private final float low;
    private final float high;

    ClipReward(VecEnv inner, double low, double high) {
        super("clip_reward", inner);
        if (!(low <= high)) {
            throw new IllegalArgumentException("clip_reward: [%s, %s] is empty".formatted(low, high));
        }
        this.low = (float) low;
        this.high = (float) high;
    }

    @Override
    protected double turn(double reward, int env) {
        return Math.max(low, Math.min(high, reward)); // NaN stays NaN
    }
}
