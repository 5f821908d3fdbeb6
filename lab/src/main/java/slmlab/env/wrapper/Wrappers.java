package slmlab.env.wrapper;

import java.nio.file.Path;
import slmlab.env.EnvVector;
import slmlab.env.VecEnv;

/// What can be put around a vector of envs. Each gives a new vector; the outermost one is stepped.
///
/// Wrappers change `finalObs` as they do `obs`, allocate nothing per step, and save their state with the envs'.
public final class Wrappers {
    private static final double CLIP = 10;

    private Wrappers() {}

    /// Observations with mean 0 and variance 1, by running statistics, and within [−10, 10].
    public static NormalizeObs normalizeObs(VecEnv env) {
        return normalizeObs(env, new RunningStats(env.obsSpace().row().volume()), CLIP);
    }

    /// The same with given statistics, as those of training for evaluation; `freeze` it then.
    ///
    /// @param clip the largest number shown; infinite for no limit
    public static NormalizeObs normalizeObs(VecEnv env, RunningStats stats, double clip) {
        return new NormalizeObs(env, stats, clip);
    }

    /// Rewards divided by the running standard deviation of the discounted return.
    public static NormalizeReward normalizeReward(VecEnv env, double gamma) {
        return normalizeReward(env, new RunningStats(1), gamma, Double.POSITIVE_INFINITY);
    }

    /// The same with given statistics, as those of training for evaluation; `freeze` it then.
    ///
    /// @param clip the largest reward paid; infinite for no limit
    public static NormalizeReward normalizeReward(VecEnv env, RunningStats stats, double gamma, double clip) {
        return new NormalizeReward(env, stats, gamma, clip);
    }

    /// Rewards within [low, high].
    public static VecEnv clipReward(VecEnv env, double low, double high) {
        return new ClipReward(env, low, high);
    }

    /// Rewards times a factor, or −1, 0 and 1 for their signs.
    public static VecEnv scaleReward(VecEnv env, double factor, boolean sign) {
        return new ScaleReward(env, factor, sign);
    }

    /// Observations with every number within [low, high].
    public static VecEnv clipObs(VecEnv env, double low, double high) {
        return new ClipObs(env, low, high);
    }

    /// Actions of [−1, 1], stretched to the bounds of the env's box.
    public static VecEnv rescaleAction(VecEnv env) {
        return new RescaleAction(env);
    }

    /// Actions of any size, clipped to the bounds of the env's box.
    public static VecEnv clipAction(VecEnv env) {
        return new ClipAction(env);
    }

    /// The last `n` observations along a new first axis, the oldest first.
    public static VecEnv frameStack(VecEnv env, int n) {
        return new FrameStack(env, n, false);
    }

    /// The last `n` observations, rows of numbers, end to end, the oldest first.
    public static VecEnv frameConcat(VecEnv env, int n) {
        return new FrameStack(env, n, true);
    }

    /// Each action `n` times, or until the episode ends; rewards are summed. Goes right around the envs, inside of
    /// all other wrappers: only there can one env rest while others go on. A time limit counts the env's own steps.
    public static VecEnv actionRepeat(VecEnv env, int n) {
        if (!(env instanceof EnvVector vector)) {
            throw new IllegalArgumentException(
                    "action_repeat: goes right around the envs; put it inside of the other wrappers");
        }
        vector.repeat(n);
        return vector;
    }

    /// With some probability, 0.25 for Atari's games, the last action again in the place of the one asked for.
    public static VecEnv stickyActions(VecEnv env, double probability) {
        return new StickyActions(env, probability);
    }

    /// Observations as one row of FLOAT32, choices as one-hot rows.
    public static VecEnv flattenObs(VecEnv env) {
        return new FlattenObs(env);
    }

    /// Every N-th episode of env 0 as a GIF of its own in a folder: `episode-000000.gif`, …
    ///
    /// @param framesPerSecond how fast it plays, at most 50
    public static VecEnv recordVideo(VecEnv env, Path folder, int every, double framesPerSecond) {
        return new RecordVideo(env, folder, every, framesPerSecond);
    }

    /// Calls a watcher after each reset and each step, as to show a picture of what there is now.
    public static VecEnv watch(VecEnv env, Runnable watcher) {
        return new Watch(env, watcher);
    }

    /// The returns and lengths of the episodes that the last step ended.
    public static EpisodeStats episodeStats(VecEnv env) {
        return new EpisodeStats(env);
    }
}
