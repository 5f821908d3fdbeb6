package slmlab.spec;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Range;
import slmlab.spec.key.Required;
import slmlab.spec.key.Rest;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecNumbers;

/// The env section of a spec: which env, how many, for how many frames, with which wrappers.
@Doc("which env, how many, for how many frames, and what changes its observations and rewards")
public record EnvConfig(
        @Doc(value = "id of the env; slm-lab list envs shows all", example = "CartPole-v1") @Required("none")
        String name,

        @Doc(value = "number of envs stepped together", example = "8") @Default("1")
        int numEnvs,

        @Doc(value = "time limit of an episode, in steps; null for the env's own", example = "200") @Nullable
        Integer maxT,

        @Doc(value = "frames of a session, over all envs", example = "100000") @Required("1")
        long maxFrame,

        @Doc(value = "whether observations are normalized by their running mean and variance", example = "true")
        @Default("false")
        boolean normalizeObs,

        @Doc(value = "whether rewards are divided by the running standard deviation of the return", example = "true")
        @Default("false")
        boolean normalizeReward,

        @Doc(value = "observations are clipped to ± this; null for no bound", example = "10") @Nullable
        Double clipObs,

        @Doc(value = "rewards are clipped to ± a number, or to [low, high]; null for no bound", example = "[-1, 1]")
        @Nullable
        Object clipReward,

        @Doc(
                value = "a factor of rewards, or sign for their signs; applied before they are "
                        + "normalized and clipped",
                example = "0.1")
        @Default("1.0")
        @Nullable
        Object rewardScale,

        @Doc(value = "how the last frame_op_len observations are combined; null for the last alone", example = "stack")
        @Nullable
        FrameOp frameOp,

        @Doc(value = "number of observations that frame_op combines", example = "4") @Nullable
        Integer frameOpLen,

        @Doc(value = "width and height that images are scaled to; null for no scaling", example = "[84, 84]") @Nullable
        List<Integer> imageDownsize,

        @Doc(
                value = "threads that step the envs; null for one, or for the spare cores with "
                        + "environments outside the JVM",
                example = "4")
        @Nullable
        Integer threads,

        @Doc(
                value = "wrappers by name, each a mapping with its keys, from the inside out; they stand directly"
                        + " around the envs; slm-lab list wrappers shows all",
                example = "[{name: StickyActions, probability: 0.25}]")
        @Default("[]")
        List<Map<String, @Nullable Object>> wrappers,

        @Doc(
                value = "when an env that ended begins its next episode, in Gymnasium's words; evaluations are always"
                        + " same_step",
                example = "next_step")
        @Default("same_step")
        Autoreset autoreset,

        @Doc(value = "any other key is an argument of the env itself", example = "continuous: true") @Rest
        Map<String, @Nullable Object> args) {

    private static final int MOST_THREADS = 1024;

    /// How the last observations are combined: concatenated, or stacked along a new axis.
    public enum FrameOp {
        @Doc("one after the other, along the first axis")
        CONCAT,
        @Doc("along a new first axis")
        STACK
    }

    /// When an env that ended begins its next episode.
    public enum Autoreset {
        @Doc("in the step that ended the episode: every frame is a transition of the env")
        SAME_STEP,
        @Doc("in the step after: its action is ignored and its reward is 0, and it is a frame that is learned from, as"
                + " SLM-Lab does where num_envs is above 1; returns and lengths of episodes leave it out")
        NEXT_STEP
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
                        || SpecNumbers.finite(rewardScale).isPresent(),
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
        return copy(name, frames);
    }

    /// Return a copy of another env.
    public EnvConfig name(String id) {
        return copy(id, maxFrame);
    }

    private EnvConfig copy(String id, long frames) {
        return new EnvConfig(
                id,
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
                autoreset,
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
        return rewardScale == null ? 1 : SpecNumbers.finite(rewardScale).orElse(1.0);
    }
}
