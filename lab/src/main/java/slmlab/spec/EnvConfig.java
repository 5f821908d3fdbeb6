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
/// @param args keyword arguments of the env itself
public record EnvConfig(
        @Required String name,
        int numEnvs,
        @Nullable Integer maxT,
        @Required long maxFrame,
        boolean normalizeObs,
        boolean normalizeReward,
        @Nullable Double clipObs,
        @Nullable Object clipReward,
        @Nullable Object rewardScale,
        @Nullable FrameOp frameOp,
        @Nullable Integer frameOpLen,
        @Nullable List<Integer> imageDownsize,
        @Rest Map<String, @Nullable Object> args) {

    /// How the last observations are combined: concatenated, or stacked along a new axis.
    public enum FrameOp {
        CONCAT,
        STACK
    }

    public EnvConfig {
        that(!name.isBlank(), "name is blank; name an env such as CartPole-v1");
        that(numEnvs > 0, "num_envs is %d; needs at least 1", numEnvs);
        that(maxT == null || maxT > 0, "max_t is %d; needs at least 1 step, or null for the env's own limit", maxT);
        that(maxFrame > 0, "max_frame is %d; needs at least 1 frame", maxFrame);
        that(clipObs == null || clipObs > 0, "clip_obs is %s; needs a positive number", clipObs);
        that(
                clipReward == null || Range.of(clipReward).isPresent(),
                "clip_reward is %s; needs a positive number, or [low, high] with low < high",
                Keys.shown(clipReward));
        that(
                rewardScale == null
                        || rewardScale.equals("sign")
                        || Numbers.finite(rewardScale).isPresent(),
                "reward_scale is %s; needs a number, or sign",
                Keys.shown(rewardScale));
        that(frameOpLen == null || frameOpLen > 0, "frame_op_len is %d; needs at least 1 frame", frameOpLen);
        that(frameOp == null || frameOpLen != null, "frame_op needs frame_op_len, the number of frames");
        that(
                frameOp != null || frameOpLen == null || frameOpLen == 1,
                "frame_op_len is %d; needs frame_op, concat or stack",
                frameOpLen);
        that(
                imageDownsize == null
                        || (imageDownsize.size() == 2 && imageDownsize.stream().allMatch(n -> n > 0)),
                "image_downsize is %s; needs a width and a height, such as [84, 84]",
                imageDownsize);
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
                args);
    }

    public static EnvConfig defaults() {
        return new EnvConfig("none", 1, null, 1, false, false, null, null, 1.0, null, null, null, Map.of());
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
