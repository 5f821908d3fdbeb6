package slmlab.env.wrapper;

import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.DType;

/// The wrappers that the env section of a spec asks for, in SLM-Lab's order: rescaled actions, episode
/// statistics of raw rewards, scaled rewards, normalised and clipped observations, normalised and clipped rewards.
///
/// Three things are ours. Choices in observations are shown as one-hot rows, which a net can read. Pixels
/// that are to be normalised or clipped become one flat row of numbers. Frames are stacked right around the
/// envs, as SLM-Lab stacks those of Atari.
///
/// @param env the outermost vector, to be stepped
/// @param episodes returns and lengths in the env's own rewards
/// @param obs the normaliser of observations; null where there is none
/// @param reward the normaliser of rewards; null where there is none
public record WrapperStack(
        VecEnv env,
        EpisodeStats episodes,
        @Nullable NormalizeObs obs,
        @Nullable NormalizeReward reward) {

    private static final double USUAL_CLIP = 10;

    /// Rewards from `low` to `high`.
    public record Range(double low, double high) {

        /// From −most to most.
        public static Range of(double most) {
            return new Range(-most, most);
        }
    }

    /// What a spec can ask for.
    ///
    /// @param clipObs the largest number shown; null for 10 if observations are normalised, else no limit
    /// @param clipReward the rewards paid; null for ±10 if rewards are normalised, else no limit
    /// @param frameStack how many observations are shown together; 1 for the last alone
    /// @param joined whether they are joined end to end, rather than stacked along a new axis
    /// @param rewardFactor what rewards are multiplied by
    /// @param rewardSign whether −1, 0 or 1 is paid, whatever the factor
    public record Config(
            boolean normalizeObs,
            @Nullable Double clipObs,
            boolean normalizeReward,
            @Nullable Range clipReward,
            int frameStack,
            boolean joined,
            double rewardFactor,
            boolean rewardSign) {

        /// With stacked frames and rewards as they are.
        public Config(
                boolean normalizeObs,
                @Nullable Double clipObs,
                boolean normalizeReward,
                @Nullable Range clipReward,
                int frameStack) {
            this(normalizeObs, clipObs, normalizeReward, clipReward, frameStack, false, 1, false);
        }

        public static Config defaults() {
            return new Config(false, null, false, null, 1);
        }

        boolean isScaled() {
            return rewardFactor != 1 || rewardSign;
        }
    }

    /// @param gamma of the discounted return whose deviation normalises rewards
    public static WrapperStack of(VecEnv envs, Config config, double gamma) {
        return of(envs, config, gamma, null, new RunningStats(1));
    }

    /// The same around other envs, for evaluation: with these statistics, which stay as they are.
    public WrapperStack evaluating(VecEnv envs, Config config, double gamma) {
        WrapperStack stack = of(
                envs,
                config,
                gamma,
                obs == null ? null : obs.stats(),
                reward == null ? new RunningStats(1) : reward.stats());
        if (stack.obs != null) {
            stack.obs.freeze(true);
        }
        if (stack.reward != null) {
            stack.reward.freeze(true);
        }
        return stack;
    }

    /// What is wrong with the statistics, as a state or a file brought them; null if nothing is.
    public @Nullable String problem() {
        String seen = obs == null ? null : obs.stats().problem();
        String paid = reward == null ? null : reward.stats().problem();
        return seen != null ? "normalize_obs: " + seen : paid != null ? "normalize_reward: " + paid : null;
    }

    /// Takes over what the normalizers of another stack of the same config have seen.
    public void copyStats(WrapperStack other) {
        if (obs != null && other.obs != null) {
            obs.stats().copyFrom(other.obs.stats());
        }
        if (reward != null && other.reward != null) {
            reward.stats().copyFrom(other.reward.stats());
        }
    }

    private static WrapperStack of(
            VecEnv envs, Config config, double gamma, @Nullable RunningStats obsStats, RunningStats returnStats) {
        VecEnv env = envs;
        if (isFlattened(env.obsSpace(), config)) {
            env = Wrappers.flattenObs(env);
        }
        if (config.frameStack != 1) {
            env = config.joined
                    ? Wrappers.frameConcat(env, config.frameStack)
                    : Wrappers.frameStack(env, config.frameStack);
        }
        if (isRescaled(env.actionSpace())) {
            env = Wrappers.rescaleAction(env);
        }
        EpisodeStats episodes = Wrappers.episodeStats(env);
        env = config.isScaled() ? Wrappers.scaleReward(episodes, config.rewardFactor, config.rewardSign) : episodes;
        NormalizeObs obs = null;
        if (config.normalizeObs) {
            RunningStats stats =
                    obsStats == null ? new RunningStats(env.obsSpace().row().volume()) : obsStats;
            obs = Wrappers.normalizeObs(env, stats, config.clipObs == null ? USUAL_CLIP : config.clipObs);
            env = obs;
        } else if (config.clipObs != null) {
            env = Wrappers.clipObs(env, -config.clipObs, config.clipObs);
        }
        NormalizeReward reward = null;
        if (config.normalizeReward) {
            reward = Wrappers.normalizeReward(env, returnStats, gamma, Double.POSITIVE_INFINITY);
            env = reward;
        }
        Range clip = config.clipReward == null && config.normalizeReward ? Range.of(USUAL_CLIP) : config.clipReward;
        if (clip != null) {
            env = Wrappers.clipReward(env, clip.low, clip.high);
        }
        return new WrapperStack(env, episodes, obs, reward);
    }

    private static boolean isFlattened(Space obs, Config config) {
        return switch (obs) {
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _, Space.Dict _, Space.Tuple _ -> true;
            case Space.Box(var _, var dtype, var _) ->
                dtype == DType.UINT8 && (config.normalizeObs || config.clipObs != null);
        };
    }

    /// As upstream: every bounded box that is not [−1, 1] already.
    private static boolean isRescaled(Space action) {
        if (!(action instanceof Space.Box(var _, var _, Bounds bounds))) {
            return false;
        }
        boolean usual = true;
        for (int i = 0; i < bounds.size(); i++) {
            if (Float.isInfinite(bounds.low(i)) || Float.isInfinite(bounds.high(i))) {
                return false;
            }
            usual &= bounds.low(i) == -1 && bounds.high(i) == 1;
        }
        return !usual;
    }
}
