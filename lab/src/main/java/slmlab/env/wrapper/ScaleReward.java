package slmlab.env.wrapper;

import slmlab.env.VecEnv;

/// Multiplies rewards by a factor, or keeps only their signs.
final class ScaleReward extends RewardWrapper {
    private final double factor;
    private final boolean sign;

    /// @param sign whether to replace rewards by their signs, whatever the factor
    ScaleReward(VecEnv inner, double factor, boolean sign) {
        super("scale_reward", inner);
        this.factor = factor;
        this.sign = sign;
    }

    @Override
    protected double turn(double reward, int env) {
        return sign ? Math.signum(reward) : factor * reward; // NaN stays NaN
    }
}
