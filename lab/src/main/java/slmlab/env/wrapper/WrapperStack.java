package slmlab.env.wrapper;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.spec.key.Configured;
import slmlab.tensor.DType;

/// The wrappers that the env section of a spec asks for, in SLM-Lab's order: rescaled actions, episode
/// statistics of raw rewards, scaled rewards, normalized and clipped observations, normalized and clipped
/// rewards.
///
/// Three things are ours. Discrete observations become one-hot rows, which a net can read. Pixels that are to
/// be normalized or clipped become one flat vector. Images are scaled and frames stacked directly around
/// the envs, as SLM-Lab 4 did; envs that show stacks, such as Atari's, are left as they are.
///
/// The wrappers that a spec lists by name stand innermost of all. Returns are of the envs' own rewards then too.
///
/// Rewards are clipped to the range that an env itself suggests where a spec has none: to ±1 in Atari.
///
/// @param env the outermost vector, to be stepped
/// @param episodes returns and lengths in the env's own rewards
/// @param obs the wrapper that normalizes observations; null where there is none
/// @param reward the wrapper that normalizes rewards; null where there is none
/// @param bare the envs with none but the wrappers that a spec lists by name
public record WrapperStack(
        VecEnv env,
        EpisodeStats episodes,
        @Nullable NormalizeObs obs,
        @Nullable NormalizeReward reward,
        VecEnv bare) {

    private static final double USUAL_CLIP = 10;

    /// Range that rewards are clipped to.
    public record Range(double low, double high) {

        /// Return the range from −most to most.
        public static Range of(double most) {
            return new Range(-most, most);
        }
    }

    /// Size of images.
    public record Size(int width, int height) {}

    /// Settings from the env section of a spec.
    ///
    /// @param clipObs bound on the absolute value of observations; null for 10 if observations are normalized,
    ///     else no limit
    /// @param clipReward range of rewards; null for ±10 if rewards are normalized, else no limit
    /// @param size width and height that images are scaled to; null to leave them
    /// @param frameStack number of observations to stack; 1 for no stacking
    /// @param joined whether to concatenate them, rather than to stack them along a new axis
    /// @param rewardFactor factor that rewards are multiplied by
    /// @param rewardSign whether to replace rewards by their signs, whatever the factor
    /// @param named wrappers that the spec lists by name, from the inside out
    /// @param keepsParts whether a dict or a tuple stays one, for a net that reads its parts; where
    ///     observations are normalized, clipped or stacked, it is one row all the same
    /// @param nextStep whether the step after an end only begins the next episode, as [NextStepReset] says; never
    ///     in evaluations
    public record Config(
            boolean normalizeObs,
            @Nullable Double clipObs,
            boolean normalizeReward,
            @Nullable Range clipReward,
            @Nullable Size size,
            int frameStack,
            boolean joined,
            double rewardFactor,
            boolean rewardSign,
            List<Configured<VecEnv, VecEnv>> named,
            boolean keepsParts,
            boolean nextStep) {

        /// Create settings that stack frames along a new axis and leave rewards unscaled.
        public Config(
                boolean normalizeObs,
                @Nullable Double clipObs,
                boolean normalizeReward,
                @Nullable Range clipReward,
                int frameStack) {
            this(
                    normalizeObs,
                    clipObs,
                    normalizeReward,
                    clipReward,
                    null,
                    frameStack,
                    false,
                    1,
                    false,
                    List.of(),
                    false,
                    false);
        }

        public static Config defaults() {
            return new Config(false, null, false, null, 1);
        }

        boolean isScaled() {
            return rewardFactor != 1 || rewardSign;
        }
    }

    /// @param gamma discount of the return whose standard deviation normalizes rewards
    public static WrapperStack of(VecEnv envs, Config config, double gamma) {
        if (!config.nextStep) {
            return of(envs, config, gamma, null, new RunningStats(1));
        }
        envs.pauseAfterEnds();
        WrapperStack stack = of(envs, config, gamma, null, new RunningStats(1));
        return new WrapperStack(new NextStepReset(stack.env), stack.episodes, stack.obs, stack.reward, stack.bare);
    }

    /// Return the same wrappers around other envs, for evaluation, with these statistics frozen.
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

    /// Return what is wrong with the statistics that a state or a file brought; null if nothing is.
    public @Nullable String problem() {
        String seen = obs == null ? null : obs.stats().problem();
        String given = reward == null ? null : reward.stats().problem();
        return seen != null ? "normalize_obs: " + seen : given != null ? "normalize_reward: " + given : null;
    }

    /// Copy the statistics of another stack of the same config.
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
        EpisodeStats episodes = null;
        VecEnv env = envs;
        if (!config.named.isEmpty()) {
            episodes = Wrappers.episodeStats(env); // whatever the named wrappers make of rewards
            env = named(episodes, config.named);
        }
        VecEnv inside = env;
        if (config.size != null) {
            env = Wrappers.resizeObs(env, config.size.width, config.size.height);
        }
        if (isFlattened(env.obsSpace(), config)) {
            env = Wrappers.flattenObs(env);
        }
        if (config.frameStack != 1 && !isStacked(inside, config)) {
            env = config.joined
                    ? Wrappers.frameConcat(env, config.frameStack)
                    : Wrappers.frameStack(env, config.frameStack);
        }
        if (isRescaled(env.actionSpace())) {
            env = Wrappers.rescaleAction(env);
        }
        if (episodes == null) {
            episodes = Wrappers.episodeStats(env);
            env = episodes;
        }
        if (config.isScaled()) {
            env = Wrappers.scaleReward(env, config.rewardFactor, config.rewardSign);
        }
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
        Range clip = config.clipReward == null ? usualRange(inside, config) : config.clipReward;
        if (clip != null) {
            env = Wrappers.clipReward(env, clip.low, clip.high);
        }
        return new WrapperStack(env, episodes, obs, reward, inside);
    }

    /// Wrap envs in the wrappers of a spec's list, the first innermost.
    public static VecEnv named(VecEnv envs, List<Configured<VecEnv, VecEnv>> wrappers) {
        VecEnv env = envs;
        for (Configured<VecEnv, VecEnv> wrapper : wrappers) {
            env = wrapper.make(env);
            if (env == null || env.size() != envs.size()) {
                throw new IllegalArgumentException("the wrapper %s made %s; needs a vector of the same %s envs"
                        .formatted(wrapper.name(), env == null ? null : env.size() + " envs", envs.size()));
            }
        }
        return env;
    }

    private static @Nullable Range usualRange(VecEnv envs, Config config) {
        double bound = envs.traits().rewardBound();
        if (Double.isFinite(bound)) {
            return Range.of(bound);
        }
        return config.normalizeReward ? Range.of(USUAL_CLIP) : null;
    }

    /// Return whether the envs show as many observations at once as are asked for.
    private static boolean isStacked(VecEnv envs, Config config) {
        int stacked = envs.traits().stacked();
        if (stacked != 1 && stacked != config.frameStack) {
            throw new IllegalArgumentException(
                    "frame_op_len is %s, and the env shows %s frames already; set stack_num in the env section to 1 or to %s"
                            .formatted(config.frameStack, stacked, config.frameStack));
        }
        return stacked != 1;
    }

    private static boolean isFlattened(Space obs, Config config) {
        return switch (obs) {
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _ -> true;
            case Space.Dict _, Space.Tuple _ ->
                !config.keepsParts || config.normalizeObs || config.clipObs != null || config.frameStack != 1;
            case Space.Box(var _, var dtype, var _) ->
                dtype == DType.UINT8 && (config.normalizeObs || config.clipObs != null);
        };
    }

    /// Return whether actions are rescaled: as upstream, every bounded box that is not [−1, 1] already.
    private static boolean isRescaled(Space action) {
        if (!(action instanceof Space.Box(var _, var _, Bounds bounds))) {
            return false;
        }
        boolean isUnit = true;
        for (int i = 0; i < bounds.size(); i++) {
            if (Float.isInfinite(bounds.low(i)) || Float.isInfinite(bounds.high(i))) {
                return false;
            }
            isUnit &= bounds.low(i) == -1 && bounds.high(i) == 1;
        }
        return !isUnit;
    }
}
