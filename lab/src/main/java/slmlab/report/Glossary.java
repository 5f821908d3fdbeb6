package slmlab.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// What each column of a table and each number of a run's metrics means, in one line. docs/metrics.md shows the same
/// text.
public final class Glossary {
    private static final SequencedMap<String, String> TRAIN = new LinkedHashMap<>();
    private static final SequencedMap<String, String> EVAL = new LinkedHashMap<>();
    private static final SequencedMap<String, String> METRICS = new LinkedHashMap<>();

    /// What the names of a family of columns begin with: one column for each term of the reward.
    public static final String REWARD_SHARE = "reward_share_";

    static {
        train("total_reward", "return of the last episode with one env; with several, mean of the last 100 episodes");
        train("total_reward_ma", "SLM-Lab's number: mean of total_reward over the last 100 rows, so a mean of means");
        train("loss", "loss of the last update, all parts together; of SAC, CrossQ, TD3 and DDPG that of the critics");
        train("fps", "frames per second since the start of the session");
        train("frame", "frames so far: steps of all envs together");
        train("wall_t", "seconds of training so far, those before a resume too");
        train("t", "steps of each env so far: frame / num_envs");
        train("epi", "episodes that have ended so far, of all envs together");
        train("opt_step", "optimizer steps so far");
        train("lr", "learning rate; of several nets their mean");
        train("clip_eps", "ε of the clipped objective, from clip_eps_spec");
        train("entropy_coef", "weight of the entropy bonus, from entropy_coef_spec");
        train("explore_var", "exploration rate: ε of epsilon_greedy, or the temperature of boltzmann");
        train("alpha", "temperature of SAC and CrossQ: weight of entropy against reward");
        train("entropy", "mean entropy of the policy in the last update, in nats");
        train("grad_norm", "mean norm of the gradients in the last update, before clipping");
        train("policy_loss", "loss of the policy in the last update, without entropy bonus and coefficients");
        train("value_loss", "loss of the value function in the last update, before val_loss_coef");
        train("approx_kl", "E[(r − 1) − log r] in the last epoch, r = π_new/π_old: how far the policy moved");
        train("stale_kl", "approx_kl of the first minibatch of an update, before its first step: 0 unless actors lag");
        train("clip_fraction", "share of the last update's samples with |r − 1| > clip_eps");
        train(
                "explained_variance",
                "1 − Var[R − V] / Var[R] before the update: 1 is a perfect value function, 0 a constant");
        train("sil_loss", "mean loss of self-imitation in the last update");
        train(
                "q_mean",
                "mean Q(s, a) of the actions in the last batch; of two critics the lower, of TD3 and DDPG the first");
        train("q_max", "largest Q(s, a) in the last batch");
        train("td_error", "mean |r + γQ(s′, a′) − Q(s, a)| in the last batch");
        train("param_change", "‖Δθ‖ / ‖θ‖ of all weights since the last row; empty without an update");
        train("least_change", "the same of the matrix of weights that moved least: 0 is one that does not learn");
        train("idle_units", "share of hidden units whose bias moved less than a thousandth of its layer's median");
        train("target_distance", "‖θ − θ̄‖ / ‖θ‖ of the nets θ that have a target network θ̄");
        train("obs_max", "largest number, whatever its sign, that the agent sees in its envs at this frame");
        train("truncated", "share of the last 100 episodes, or of as many as have ended, that a time limit ended");
        train(
                "mean_return",
                "mean return of the last 100 episodes, or of as many as have ended: the number to compare");
        train("mean_length", "mean number of steps of the same episodes");

        EVAL.put("total_reward", "mean return of an evaluation: one episode per env, deterministic actions");
        EVAL.put("total_reward_ma", "mean of total_reward over the last 100 evaluations");
        EVAL.put("total_reward_std", "standard deviation of the returns of an evaluation");
        EVAL.put("length", "mean number of steps of an evaluation's episodes");
        EVAL.put("frame", "frames of training before the evaluation");
        EVAL.put("wall_t", "seconds of training before the evaluation");
        EVAL.put("opt_step", "optimizer steps before the evaluation");

        METRICS.put("frame", "last frame of the first session");
        METRICS.put(
                "total_reward_ma", "mean of total_reward over the last 100 rows; of a trial, the mean of its sessions");
        METRICS.put("strength", "mean of total_reward over all rows, less what random actions earn");
        METRICS.put("max_strength", "the same of the best row");
        METRICS.put("final_strength", "the same of the last row");
        METRICS.put("sample_efficiency", "how early in frames the strength was earned: Σ(s / frame) / Σs");
        METRICS.put(
                "training_efficiency", "how early in optimizer steps the strength was earned: Σ(s / opt_step) / Σs");
        METRICS.put("stability", "1 less the share of strength that was lost from row to row; 1 never falls");
        METRICS.put("consistency", "1 less twice the spread of the sessions over their mean; 1 if all are alike");
    }

    private Glossary() {}

    private static void train(String name, String meaning) {
        TRAIN.put(name, meaning);
    }

    /// Return the columns of the session tables, in the order of the docs.
    public static Map<String, String> columns(Phase phase) {
        return phase == Phase.TRAIN ? TRAIN : EVAL;
    }

    /// Return the numbers of `session_metrics_scalar.json` and `trial_metrics_scalar.json`.
    public static Map<String, String> metrics() {
        return METRICS;
    }

    /// Return what a column of a family means; empty if the name belongs to none.
    ///
    /// A family has one column for each name that an env or a spec gives: `reward_share_torque`.
    public static Optional<String> family(String name) {
        return name.startsWith(REWARD_SHARE) && name.length() > REWARD_SHARE.length()
                ? Optional.of("share of the term %s in the reward, as RewardTerms weighs it, from 0 to 1"
                        .formatted(name.substring(REWARD_SHARE.length())))
                : Optional.empty();
    }

    /// Explain a column or a metric; empty if there is none of that name.
    public static Optional<String> explain(String name) {
        Optional<String> family = family(name);
        if (family.isPresent()) {
            return family;
        }
        String metric = METRICS.get(name);
        String column = TRAIN.getOrDefault(name, EVAL.get(name));
        return Optional.ofNullable(column == null ? metric : column);
    }
}
