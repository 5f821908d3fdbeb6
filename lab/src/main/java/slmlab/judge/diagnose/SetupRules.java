package slmlab.judge.diagnose;

import static slmlab.judge.diagnose.Rules.found;
import static slmlab.judge.diagnose.Rules.orClip;

import java.util.Arrays;
import java.util.Optional;
import slmlab.metric.Metrics;

/// Faults of the env, the memory and the numbers themselves.
final class SetupRules {
    private static final double LARGE_OBS = 1e3;
    private static final double HUGE_OBS = 1e4; // whatever the session has learned
    private static final double LARGE_LOSS = 1e4;
    private static final double HUGE_LOSS = 1e6;
    private static final double DOMINANT = 0.99; // share of the value loss
    private static final int FEW_BATCHES = 10;
    private static final double FEW_EPISODES = 3;
    private static final int ROWS = 5;
    private static final double LONGEST = 0.99; // of the largest mean length
    private static final int SHORTEST_LIMIT = 50; // steps; a game of a few steps may always end after as many

    private SetupRules() {}

    static Optional<Finding> numeric(Evidence evidence) {
        String failure = evidence.failure();
        if (failure.contains("NaN") || failure.contains("Infinity") || failure.contains("not finite")) {
            return Optional.of(new Finding(
                    "numeric",
                    failure,
                    orClip(evidence, "lower the learning rate (lr), check the reward for huge values"),
                    Metrics.LOSS.name()));
        }
        double[] loss = evidence.column(Metrics.LOSS);
        for (int i = 0; i < loss.length; i++) {
            if (Double.isInfinite(loss[i])) {
                return found(
                        "numeric",
                        Metrics.LOSS,
                        orClip(evidence, "lower the learning rate (lr)"),
                        "loss is infinite at frame %,.0f",
                        evidence.column(Metrics.FRAME)[i]);
            }
        }
        return Optional.empty();
    }

    /// A time limit that the env reports as an end: at the end of the run the mean length does not change while
    /// episodes end, so all have one length; no episode is longer, and none is truncated. Contradicted by one
    /// truncated episode, and by episodes that have become shorter, as those of an agent that reaches a goal
    /// do.
    static Optional<Finding> termination(Evidence evidence) {
        double[] lengths = evidence.column(Metrics.MEAN_LENGTH);
        double[] truncated = evidence.until(Metrics.TRUNCATED, 1);
        double[] episodes = evidence.column(Metrics.EPI);
        double most =
                Arrays.stream(lengths).filter(each -> !Double.isNaN(each)).max().orElse(Double.NaN);
        int equal = 0;
        for (int row = lengths.length - 1; row > 0 && !(lengths[row] < LONGEST * most); row--) {
            boolean hasNew = row >= episodes.length || episodes[row] > episodes[row - 1];
            equal += lengths[row] == lengths[row - 1] && hasNew ? 1 : 0;
        }
        return most >= SHORTEST_LIMIT
                        && equal >= ROWS
                        && truncated.length > 0
                        && Arrays.stream(truncated).allMatch(share -> share == 0)
                ? found(
                        "termination mistake",
                        Metrics.MEAN_LENGTH,
                        "let the env report the time limit as truncated, not terminated, so that the value of the last state counts",
                        "episodes end after %.0f steps, none is longer and none is truncated: a time limit is reported as an end",
                        Math.ceil(most))
                : Optional.empty();
    }

    static Optional<Finding> observationScale(Evidence evidence) {
        double largest = evidence.last(Metrics.OBS_MAX);
        return largest > (evidence.hasLearned() ? HUGE_OBS : LARGE_OBS)
                ? found(
                        "observation scale",
                        Metrics.OBS_MAX,
                        "normalize observations (env.normalize_obs: true), or scale them in the env",
                        "observations reach %.4g; nets learn from numbers of the order of 1",
                        largest)
                : Optional.empty();
    }

    /// Contradicted by normalize_reward, after which no reward is large.
    static Optional<Finding> rewardScale(Evidence evidence) {
        double value = evidence.last(Metrics.VALUE_LOSS);
        double policy = Math.abs(evidence.last(Metrics.POLICY_LOSS));
        boolean isActorCritic = !Double.isNaN(value);
        double loss = isActorCritic ? value : evidence.last(Metrics.LOSS);
        boolean isDominant = !isActorCritic || value > DOMINANT * (value + policy);
        boolean isNormal = evidence.text("env.normalize_reward").equals("true");
        return loss > (evidence.hasLearned() ? HUGE_LOSS : LARGE_LOSS) && isDominant && !isNormal
                ? found(
                        "reward scale",
                        isActorCritic ? Metrics.VALUE_LOSS : Metrics.LOSS,
                        evidence.has("env.reward_scale")
                                ? "lower env.reward_scale, which is %s, or normalize the reward (env.normalize_reward)"
                                        .formatted(evidence.text("env.reward_scale"))
                                : "scale or normalize the reward (env.reward_scale, env.normalize_reward)",
                        isActorCritic
                                ? "the value loss is %.4g beside a policy loss of %.4g: rewards are too large"
                                : "the loss is %.4g: rewards are too large",
                        loss,
                        policy)
                : Optional.empty();
    }

    /// Contradicted by a replay that holds the whole run.
    static Optional<Finding> smallBuffer(Evidence evidence) {
        double size = evidence.number("agent.memory.max_size", Double.NaN);
        double batch = evidence.number("agent.memory.batch_size", Double.NaN);
        double length = evidence.last(Metrics.MEAN_LENGTH);
        boolean isSmall = size < FEW_BATCHES * batch || (size < FEW_EPISODES * length && !evidence.hasLearned());
        boolean holdsAll = size >= evidence.number("env.max_frame", Double.POSITIVE_INFINITY);
        return isSmall && !holdsAll && evidence.column(Metrics.Q_MEAN).length > 0
                ? found(
                        "buffer too small",
                        Metrics.TD_ERROR,
                        "raise agent.memory.max_size, to 10,000 transitions at least",
                        "the replay holds %,.0f transitions: %.1f batches, %.1f episodes",
                        size,
                        size / batch,
                        size / length)
                : Optional.empty();
    }
}
