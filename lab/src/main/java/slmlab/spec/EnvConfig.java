package slmlab.spec;

import static slmlab.spec.Check.that;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The env section of a spec: which env, how many, for how many frames, with which wrappers.
///
/// @param numEnvs number of envs stepped together
/// @param maxT time limit of an episode, in steps; null for the env's own
/// @param maxFrame frames of a session, over all envs
/// @param clipObs observations are clipped to ± this
/// @param clipReward rewards are clipped to ± a number, or to `[low, high]`; see [#rewardRange]
/// @param rewardScale a factor, or `sign`, or null for neither; applied before rewards are normalized and
///     clipped; see [#rewardSign] and [#rewardFactor]
/// @param frameOp how the last `frameOpLen` observations are combined
/// @param imageDownsize width and height that pictures are scaled to
/// @param wrappers wrappers by name, each a mapping with its keys, from the inside out; they stand directly around
///     the envs
/// @param args keyword arguments of the env itself
public record EnvConfig(
        @Required("none") String name,
        @Default("1") int numEnvs,
        @Nullable Integer maxT,
        @Required("1") long maxFrame,
        @Default("false") boolean normalizeObs,
        @Default("false") boolean normalizeReward,
        @Nullable Double clipObs,
        @Nullable Object clipReward,
        @Default("1.0") @Nullable Object rewardScale,
        @Nullable FrameOp frameOp,
        @Nullable Integer frameOpLen,
        @Nullable List<Integer> imageDownsize,
        @Nullable Integer threads,
        @Default("[]") List<Map<String, @Nullable Object>> wrappers,
        @Rest Map<String, @Nullable Object> args) {

    private static final int MOST_THREADS = 1024;

    /// How the last observations are combined: concatenated, or stacked along a new axis.
    public enum FrameOp {
        CONCAT,
        STACK
    }

    public EnvConfig {
        that("name", !name.isBlank(), "is blank; name an env such as CartPole-v1");
        that("num_envs", numEnvs > 0, "is %d; needs at least 1", numEnvs);
        that("max_t", maxT == null || maxT > 0, "is %d; needs at least 1 step, or null for the env's own limit", maxT);
        that("max_frame", maxFrame > 0, "is %d; needs at least 1 frame", maxFrame);
        that("clip_obs", clipObs == null || clipObs > 0, "is %s; needs a positive number", clipObs);
        that(
                "clip_reward",
                clipReward == null || Range.of(clipReward).isPresent(),
                "is %s; needs a positive number, or [low, high] with low < high",
                Keys.shown(clipReward));
        that(
                "reward_scale",
                rewardScale == null
                        || rewardScale.equals("sign")
                        || Numbers.finite(rewardScale).isPresent(),
                "is %s; needs a number, or sign",
                Keys.shown(rewardScale));
        that("frame_op_len", frameOpLen == null || frameOpLen > 0, "is %d; needs at least 1 frame", frameOpLen);
        that("frame_op", frameOp == null || frameOpLen != null, "needs frame_op_len, the number of frames");
        that(
                "frame_op_len",
                frameOp != null || frameOpLen == null || frameOpLen == 1,
                "is %d; needs frame_op, concat or stack",
                frameOpLen);
        that(
                "image_downsize",
                imageDownsize == null
                        || (imageDownsize.size() == 2 && imageDownsize.stream().allMatch(n -> n > 0)),
                "is %s; needs a width and a height, such as [84, 84]",
                imageDownsize);
        that(
                "threads",
                threads == null || (threads > 0 && threads <= MOST_THREADS),
                "is %d; needs 1 to %d threads, or null for the spare cores",
                threads,
                MOST_THREADS);
    }

    /// Return a copy with another number of frames.
    public EnvConfig maxFrame(long frames) {
        return new EnvConfig(
                name,
                numEnvs,
                maxT,
                frames,
                normalizeObs,
                normalizeReward,
                clipObs,
                clipReward,
                rewardScale,
                frameOp,
                frameOpLen,
                imageDownsize,
                threads,
                wrappers,
                args);
    }

    public static EnvConfig defaults() {
        return Defaults.of(EnvConfig.class);
    }

    /// Return the range that rewards are clipped to; empty if they are not clipped.
    public Optional<Range> rewardRange() {
        return clipReward == null ? Optional.empty() : Range.of(clipReward);
    }

    /// Return whether rewards are replaced by their signs.
    public boolean rewardSign() {
        return "sign".equals(rewardScale);
    }

    /// Return the factor that rewards are multiplied by.
    public double rewardFactor() {
        return rewardScale == null ? 1 : Numbers.finite(rewardScale).orElse(1.0);
    }
}
