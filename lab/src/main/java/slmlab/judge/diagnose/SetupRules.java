package slmlab.judge.diagnose;

import static slmlab.judge.diagnose.Rules.found;

import java.util.Arrays;
import java.util.Optional;

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
    private static final int SHORTEST_LIMIT = 50; // steps; a game of a few steps may always end after as many

    private SetupRules() {}

    static Optional<Finding> numeric(Evidence evidence) {
        String failure = evidence.failure();
        if (failure.contains("NaN") || failure.contains("Infinity") || failure.contains("not finite")) {
            return Optional.of(new Finding(
                    "numeric",
                    failure,
                    "lower the learning rate (lr), clip gradients (clip_grad_val), check the reward for huge values",
                    "loss"));
        }
        double[] loss = evidence.column("loss");
        for (int i = 0; i < loss.length; i++) {
            if (Double.isInfinite(loss[i])) {
                return found(
                        "numeric",
                        "loss",
                        "lower the learning rate (lr), clip gradients (clip_grad_val)",
                        "loss is infinite at frame %,.0f",
                        evidence.column("frame")[i]);
            }
        }
        return Optional.empty();
    }

    /// A time limit that the env reports as an end: all episodes are long and equally so, and none is truncated.
    static Optional<Finding> termination(Evidence evidence) {
        double[] lengths = evidence.end("mean_length");
        double[] truncated = evidence.end("truncated");
        if (lengths.length < ROWS || truncated.length == 0) {
            return Optional.empty();
        }
        double length = lengths[0];
        boolean isEqual = length >= SHORTEST_LIMIT
                && length == Math.rint(length)
                && Arrays.stream(evidence.column("mean_length"))
                        .filter(each -> !Double.isNaN(each))
                        .allMatch(each -> each == length);
        return isEqual && Arrays.stream(truncated).allMatch(share -> share == 0)
                ? found(
                        "termination mistake",
                        "mean_length",
                        "let the env report the time limit as truncated, not terminated, so that the value of the last state counts",
                        "every episode ends after %.0f steps and none is truncated: a time limit is reported as an end",
                        length)
                : Optional.empty();
    }

    static Optional<Finding> observationScale(Evidence evidence) {
        double largest = evidence.last("obs_max");
        return largest > (evidence.hasLearned() ? HUGE_OBS : LARGE_OBS)
                ? found(
                        "observation scale",
                        "obs_max",
                        "normalize observations (env.normalize_obs: true), or scale them in the env",
                        "observations reach %.4g; nets learn from numbers of the order of 1",
                        largest)
                : Optional.empty();
    }

    static Optional<Finding> rewardScale(Evidence evidence) {
        double value = evidence.last("value_loss");
        double policy = Math.abs(evidence.last("policy_loss"));
        boolean isActorCritic = !Double.isNaN(value);
        double loss = isActorCritic ? value : evidence.last("loss");
        boolean isDominant = !isActorCritic || value > DOMINANT * (value + policy);
        return loss > (evidence.hasLearned() ? HUGE_LOSS : LARGE_LOSS) && isDominant
                ? found(
                        "reward scale",
                        isActorCritic ? "value_loss" : "loss",
                        "scale or normalize the reward (env.reward_scale, env.normalize_reward)",
                        isActorCritic
                                ? "the value loss is %.4g beside a policy loss of %.4g: rewards are too large"
                                : "the loss is %.4g: rewards are too large",
                        loss,
                        policy)
                : Optional.empty();
    }

    static Optional<Finding> smallBuffer(Evidence evidence) {
        double size = evidence.number("agent.memory.max_size", Double.NaN);
        double batch = evidence.number("agent.memory.batch_size", Double.NaN);
        double length = evidence.last("mean_length");
        boolean isSmall = size < FEW_BATCHES * batch || (size < FEW_EPISODES * length && !evidence.hasLearned());
        return isSmall && evidence.column("q_mean").length > 0
                ? found(
                        "buffer too small",
                        "td_error",
                        "raise agent.memory.max_size, to 10,000 transitions at least",
                        "the replay holds %,.0f transitions: %.1f batches, %.1f episodes",
                        size,
                        size / batch,
                        size / length)
                : Optional.empty();
    }
}
