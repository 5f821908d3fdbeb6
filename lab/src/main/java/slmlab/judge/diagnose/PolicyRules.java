package slmlab.judge.diagnose;

import static slmlab.judge.diagnose.Rules.found;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import slmlab.metric.Metrics;

/// Faults that show in what the policy and the value function do.
final class PolicyRules {
    private static final double COLLAPSED = 0.05; // of the entropy at the start
    private static final double EARLY = 0.3; // of the budget
    private static final double SUDDENLY_COLLAPSED = 0.02;
    private static final double SUDDEN = 0.15; // of the budget
    private static final double POINT = -2.5; // nats; a normal distribution with a standard deviation of 0.02
    private static final double BETTER_SURE = 0.7; // nats: half of the standard deviation
    private static final double WORSE = 0.7; // of the return of random actions
    private static final double FALLING = -0.25; // Kendall's τ
    private static final double CONSISTENT = 0.25; // error of Q values, of their size
    private static final double OPPOSED = 0.05; // of the return: Q values that are not near 0
    private static final double TOO_HIGH = 1.2; // times what can be reached
    private static final double HALF = 0.5;
    private static final double LONG = 0.3; // of the run
    private static final double WARM = 0.2;
    private static final double GREEDY = 0.02;
    private static final double LAGGING =
            0.002; // nats between the policy that acted and the one that learns; 0 without a lag
    private static final int ROWS = 5;

    private PolicyRules() {}

    /// The return falls below that of random actions while the agent becomes sure: its policy loses entropy, or
    /// its Q values fit and have the sign that the returns do not have; or the spec turns rewards around.
    /// Contradicted by a return that rises.
    static Optional<Finding> wrongDirection(Evidence evidence) {
        double first = evidence.first(Metrics.MEAN_RETURN);
        double last = evidence.last(Metrics.MEAN_RETURN);
        double zero = Double.isNaN(evidence.random()) ? first : evidence.random();
        double limit = zero - (1 - WORSE) * Math.abs(zero);
        double scale = evidence.number("env.reward_scale", 1);
        if (!(last < limit && last < first && (scale < 0 || evidence.trend(Metrics.MEAN_RETURN) < FALLING))) {
            return Optional.empty();
        }
        double before = evidence.first(Metrics.ENTROPY);
        double entropy = evidence.last(Metrics.ENTROPY);
        double q = evidence.last(Metrics.Q_MEAN);
        String sure = scale < 0
                ? String.format(Locale.ROOT, "env.reward_scale is %.4g", scale)
                : (entropy >= 0 && entropy < HALF * before) || before - entropy > BETTER_SURE
                        ? String.format(Locale.ROOT, "entropy fell from %.2g to %.2g", before, entropy)
                        : q * last < 0
                                        && Math.abs(q) > OPPOSED * Math.abs(last)
                                        && evidence.last(Metrics.TD_ERROR) < CONSISTENT * Math.abs(q)
                                ? String.format(
                                        Locale.ROOT, "Q values fit and are of the opposite sign (q_mean %.3g)", q)
                                : "";
        return sure.isEmpty()
                ? Optional.empty()
                : found(
                        "policy learns the opposite",
                        Metrics.MEAN_RETURN,
                        "check the sign of the reward, of the advantage and of every loss",
                        "the return falls to %.4g, below the %.4g of random actions, while %s: the policy is sure of what is worst",
                        last,
                        zero,
                        sure);
    }

    /// A policy without entropy before it can have learned anything. Contradicted by a spec that turns rewards
    /// around: then the policy has learned what it was asked for.
    static Optional<Finding> suddenCollapse(Evidence evidence) {
        return evidence.number("env.reward_scale", 1) < 0
                ? Optional.empty()
                : collapse(evidence, SUDDEN, SUDDENLY_COLLAPSED);
    }

    static Optional<Finding> collapse(Evidence evidence) {
        return collapse(evidence, EARLY, COLLAPSED);
    }

    /// Contradicted by a return that rises, and by an entropy that comes back.
    private static Optional<Finding> collapse(Evidence evidence, double until, double share) {
        double start =
                Arrays.stream(evidence.until(Metrics.ENTROPY, WARM)).max().orElse(Double.NaN);
        double low = Arrays.stream(evidence.until(Metrics.ENTROPY, until)).min().orElse(Double.NaN);
        boolean isLow = low >= 0 ? low < share * start : low < POINT;
        boolean isBack = evidence.last(Metrics.ENTROPY) > (low >= 0 ? HALF * start : POINT + BETTER_SURE);
        double coefficient = evidence.number("agent.algorithm.entropy_coef_spec.start_val", 0);
        return isLow && !isBack && !evidence.hasLearned()
                ? found(
                        "policy collapse",
                        Metrics.ENTROPY,
                        coefficient < 0
                                ? "make entropy_coef_spec positive: %s rewards a policy without entropy"
                                        .formatted(coefficient)
                                : "raise entropy_coef_spec, which is %s, or lower the learning rate of the policy (lr)"
                                        .formatted(coefficient),
                        "entropy is %.2g in the first %.0f %% of the run, and the return does not rise",
                        low,
                        100 * until)
                : Optional.empty();
    }

    /// Values above all that can be reached: the largest return per step, forever.
    static Optional<Finding> valueDivergence(Evidence evidence) {
        double gamma = evidence.number("agent.algorithm.gamma", Double.NaN);
        double length = evidence.last(Metrics.MEAN_LENGTH);
        double most = Math.max(Math.abs(evidence.best()), Math.abs(evidence.last(Metrics.MEAN_RETURN)));
        double bound = Math.max(most, most / Math.max(1, length) / (1 - gamma));
        double q = Math.abs(evidence.last(Metrics.Q_MEAN));
        return q > TOO_HIGH * bound && !evidence.hasLearned()
                ? found(
                        "value divergence",
                        Metrics.Q_MEAN,
                        "use a slower target network or a lower learning rate (lr); two critics or double Q-learning too, unless %s has them"
                                .formatted(evidence.text("agent.algorithm.name")),
                        "q_mean is %.4g; at most about %.4g can be reached",
                        q,
                        bound)
                : Optional.empty();
    }

    static Optional<Finding> uselessCritic(Evidence evidence) {
        double[] explained = evidence.end(Metrics.EXPLAINED_VARIANCE);
        return explained.length >= ROWS
                        && Arrays.stream(explained).max().orElse(1) <= 0
                        && evidence.rows() > ROWS / WARM
                        && !evidence.hasLearned()
                ? found(
                        "useless critic",
                        Metrics.EXPLAINED_VARIANCE,
                        "raise the critic's learning rate or val_loss_coef, normalize observations or returns",
                        "explained_variance is never above 0 in the last rows (median %.2g): a constant would do as well",
                        Evidence.median(explained))
                : Optional.empty();
    }

    /// The policy that learns is not the one that acted, before an update has changed anything.
    static Optional<Finding> actorLag(Evidence evidence) {
        double[] stale = evidence.until(Metrics.STALE_KL, 1);
        long high = Arrays.stream(stale).filter(kl -> kl > LAGGING).count();
        return high > HALF * stale.length
                ? found(
                        "actor lag",
                        Metrics.STALE_KL,
                        "let actors take over the weights after every update (meta.distributed: synced), use fewer workers (max_session) or a lower learning rate (lr)",
                        "stale_kl is above %.2g in %.0f %% of the rows (median %.2g): the actors act with old weights",
                        LAGGING,
                        100.0 * high / stale.length,
                        Evidence.median(stale))
                : Optional.empty();
    }

    static Optional<Finding> forgetting(Evidence evidence) {
        double[] returns = evidence.column(Metrics.MEAN_RETURN);
        double first = evidence.first(Metrics.MEAN_RETURN);
        double best = evidence.best();
        double gain = best - first;
        long low = 0;
        for (int i = returns.length - 1; i >= 0 && !(returns[i] > best - HALF * gain); i--) {
            low++;
        }
        return gain > HALF * Math.abs(first) && low > LONG * returns.length
                ? found(
                        "forgetting",
                        Metrics.MEAN_RETURN,
                        "lower the learning rate (lr) or let it decay (lr_scheduler_spec), enlarge the replay, keep the best checkpoint (eval --checkpoint best)",
                        "the best mean return was %.4g; it has stayed below half of that gain for the last %.0f %% of the run, and is %.4g now",
                        best,
                        100.0 * low / returns.length,
                        evidence.last(Metrics.MEAN_RETURN))
                : Optional.empty();
    }

    static Optional<Finding> noExploration(Evidence evidence) {
        double explore = evidence.first(Metrics.EXPLORE_VAR);
        boolean isGreedy = evidence.number("agent.algorithm.explore_var_spec.start_val", 0) < GREEDY;
        return explore < GREEDY && isGreedy && !evidence.hasLearned()
                ? found(
                        "no exploration",
                        Metrics.EXPLORE_VAR,
                        "raise explore_var_spec.start_val, and end_step to a tenth of max_frame",
                        "explore_var begins at %.2g and the return stays flat",
                        explore)
                : Optional.empty();
    }
}
