package slmlab.spec;

import static slmlab.spec.Check.that;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which env, how many of it, for how long, and what its numbers go through.
///
/// @param numEnvs envs stepped together
/// @param maxT time limit of an episode in steps; null for the env's own
/// @param maxFrame frames of a session, all envs together
/// @param clipObs observations are clipped to ± this
/// @param clipReward rewards are clipped to ± a number, or to `[low, high]`; see [#rewardRange]
/// @param rewardScale a factor, or `sign`, or null for neither, before rewards are normalised and clipped; see
/// [#rewardSign] and [#rewardFactor]
/// @param frameOp how the last `frameOpLen` observations become one
/// @param imageDownsize width and height that pictures are scaled to
/// @param args what is handed to the env itself
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
        @Rest Map<String, @Nullable Object> args) {

    /// What becomes of the last observations: joined end to end, or stacked along a new axis.
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

    /// The same with another number of frames.
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
        return Defaults.of(EnvConfig.class);
    }

    /// Where rewards are clipped; empty if they are not.
    public Optional<Range> rewardRange() {
        return clipReward == null ? Optional.empty() : Range.of(clipReward);
    }

    /// Is only the sign of a reward kept?
    public boolean rewardSign() {
        return "sign".equals(rewardScale);
    }

    /// What rewards are multiplied by.
    public double rewardFactor() {
        return rewardScale == null ? 1 : Numbers.finite(rewardScale).orElse(1.0);
    }
}
