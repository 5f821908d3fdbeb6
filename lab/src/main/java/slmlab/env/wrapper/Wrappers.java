package slmlab.env.wrapper;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import slmlab.env.EnvVector;
import slmlab.env.VecEnv;

/// Wrappers around a vector of envs. Each returns a new vector; step the outermost one.
///
/// Wrappers change `finalObs` as they do `obs`, allocate nothing per step, and save their state with the envs'.
public final class Wrappers {
    private static final double CLIP = 10;

    private Wrappers() {}

    /// Normalize observations to mean 0 and variance 1, by running statistics, and clip them to [−10, 10].
    public static NormalizeObs normalizeObs(VecEnv env) {
        return normalizeObs(env, new RunningStats(env.obsSpace().row().volume()), CLIP);
    }

    /// Normalize with given statistics, such as those of training for evaluation; then `freeze` it.
    ///
    /// @param clip bound on the absolute value of observations; infinite for no limit
    public static NormalizeObs normalizeObs(VecEnv env, RunningStats stats, double clip) {
        return new NormalizeObs(env, stats, clip);
    }

    /// Divide rewards by the running standard deviation of the discounted return.
    public static NormalizeReward normalizeReward(VecEnv env, double gamma) {
        return normalizeReward(env, new RunningStats(1), gamma, Double.POSITIVE_INFINITY);
    }

    /// Normalize with given statistics, such as those of training for evaluation; then `freeze` it.
    ///
    /// @param clip bound on the absolute value of rewards; infinite for no limit
    public static NormalizeReward normalizeReward(VecEnv env, RunningStats stats, double gamma, double clip) {
        return new NormalizeReward(env, stats, gamma, clip);
    }

    /// Clip rewards to [low, high].
    public static VecEnv clipReward(VecEnv env, double low, double high) {
        return new ClipReward(env, low, high);
    }

    /// Multiply rewards by a factor, or replace them by their signs.
    public static VecEnv scaleReward(VecEnv env, double factor, boolean sign) {
        return new ScaleReward(env, factor, sign);
    }

    /// Clip every value of observations to [low, high].
    public static VecEnv clipObs(VecEnv env, double low, double high) {
        return new ClipObs(env, low, high);
    }

    /// Rescale actions from [−1, 1] to the bounds of the env's box.
    public static VecEnv rescaleAction(VecEnv env) {
        return new RescaleAction(env);
    }

    /// Clip actions to the bounds of the env's box.
    public static VecEnv clipAction(VecEnv env) {
        return new ClipAction(env);
    }

    /// Stack the last `n` observations along a new first axis, the oldest first.
    public static VecEnv frameStack(VecEnv env, int n) {
        return new FrameStack(env, n, false);
    }

    /// Scale images of bytes down, as OpenCV's `INTER_AREA` does.
    public static VecEnv resizeObs(VecEnv env, int width, int height) {
        return new ResizeObs(env, width, height);
    }

    /// Make images of three colors gray, by Gymnasium's weights.
    public static VecEnv greyObs(VecEnv env) {
        return new GreyObs(env);
    }

    /// Append the share of an episode's time limit that has passed.
    ///
    /// @param limit the time limit, in steps
    public static VecEnv timeAware(VecEnv env, int limit) {
        return new TimeAware(env, limit);
    }

    /// Choose continuous actions among evenly spaced values.
    ///
    /// @param bins values of each number, both bounds included
    /// @param joint whether several numbers are one choice among all combinations
    public static VecEnv discretizeAction(VecEnv env, int bins, boolean joint) {
        return new DiscretizeAction(env, bins, joint);
    }

    /// Take each action some steps later.
    public static VecEnv actionDelay(VecEnv env, int steps) {
        return new ActionDelay(env, steps);
    }

    /// Weigh the named terms of an env's reward, and measure the share of each.
    ///
    /// @param weights by the names of terms; a term that is not named has the weight 1
    public static RewardTerms rewardTerms(VecEnv env, Map<String, Double> weights) {
        return new RewardTerms(env, weights);
    }

    /// Add γΦ(s′) − Φ(s) to rewards, where Φ is the negative distance to a target.
    ///
    /// @param gamma the learner's discount
    /// @param scale factor of the distance
    /// @param target components of the observation to come near to; empty for zeros
    /// @param weights of their distances; empty for ones
    public static VecEnv potentialShaping(
            VecEnv env, double gamma, double scale, List<Double> target, List<Double> weights) {
        return new PotentialShaping(env, gamma, scale, target, weights);
    }

    /// Concatenate the last `n` observations, the oldest first: vectors end to end, images along their
    /// channels.
    public static VecEnv frameConcat(VecEnv env, int n) {
        return new FrameStack(env, n, true);
    }

    /// Repeat each action `n` times, or until the episode ends, and sum the rewards. It must be the innermost
    /// wrapper: only there can one env pause while others continue. A time limit counts the env's own steps.
    public static VecEnv actionRepeat(VecEnv env, int n) {
        return actionRepeat(env, n, false);
    }

    /// Repeat each action `n` times and show images that flicker as a player sees them.
    ///
    /// @param maxLastTwo whether each pixel shown is the brighter one of the last two images; for envs that write
    ///     every pixel in every step
    public static VecEnv actionRepeat(VecEnv env, int n, boolean maxLastTwo) {
        VecEnv bare = env instanceof EpisodeStats counting ? counting.inner : env; // which a run puts around the envs
        if (!(bare instanceof EnvVector vector)) {
            throw new IllegalArgumentException(
                    bare instanceof Wrapper
                            ? "ActionRepeat: must be the innermost wrapper; apply it before the others"
                            : "ActionRepeat: these envs step outside of the JVM, all together; use an argument of the env itself, such as frame_skip");
        }
        vector.repeat(n, maxLastTwo);
        return env;
    }

    /// With some probability (0.25 for Atari), repeat the last action instead of the given one.
    public static VecEnv stickyActions(VecEnv env, double probability) {
        return new StickyActions(env, probability);
    }

    /// Flatten observations to one row of FLOAT32, discrete values one-hot.
    public static VecEnv flattenObs(VecEnv env) {
        return new FlattenObs(env);
    }

    /// Record every N-th episode of env 0 as a GIF of its own in a folder: `episode-000000.gif`, …
    ///
    /// @param framesPerSecond playback speed, at most 50
    public static VecEnv recordVideo(VecEnv env, Path folder, int every, double framesPerSecond) {
        return new RecordVideo(env, folder, every, framesPerSecond);
    }

    /// Call a watcher after each reset and each step, for example to show an image.
    public static VecEnv watch(VecEnv env, Runnable watcher) {
        return new Watch(env, watcher);
    }

    /// Count returns and lengths of the episodes that the last step ended.
    public static EpisodeStats episodeStats(VecEnv env) {
        return new EpisodeStats(env);
    }
}
