package slmlab.metric;

import static slmlab.metric.Metric.Place.AXIS;
import static slmlab.metric.Metric.Place.RETURN;
import static slmlab.metric.Metric.Source.EVAL;
import static slmlab.metric.Metric.Source.SUMMARY;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Every number that a run writes. The order is that of pages and docs.
///
/// One declaration is the one place of its name, meaning, healthy band and place: algorithms output, accumulate and
/// show a metric by its constant, tables and pages ask for it, `slm-lab metrics` and docs/metrics.md print it.
public final class Metrics {
    private static final List<Metric> ALL = new CopyOnWriteArrayList<>();
    private static final String REWARD_SHARE = "reward_share_";

    // How far a run is.

    public static final Metric FRAME = declare(Metric.of("frame", "frames so far: steps of all envs together")
            .also(EVAL, "frames of training before the evaluation")
            .also(SUMMARY, "last frame of the first session")
            .healthy("a counter that only grows", "does not change: the run has stopped; see its log")
            .at(AXIS)
            .format("%.2e"));

    public static final Metric WALL_T =
            declare(Metric.of("wall_t", "seconds of training so far, including those before a resume")
                    .also(EVAL, "seconds of training before the evaluation")
                    .healthy("a counter that only grows", "does not change: the run has stopped; see its log")
                    .at(AXIS));

    public static final Metric T = declare(Metric.of("t", "steps of each env so far: frame / num_envs")
            .healthy("a counter that only grows", "does not change: the run has stopped; see its log")
            .at(AXIS));

    public static final Metric EPI = declare(Metric.of("epi", "episodes that have ended so far, of all envs together")
            .healthy(
                    "a counter that only grows",
                    "stays 0: no episode ends; the env has no time limit, or a very long one")
            .at(AXIS));

    public static final Metric OPT_STEP = declare(Metric.of("opt_step", "optimizer steps so far")
            .also(EVAL, "optimizer steps before the evaluation")
            .healthy(
                    "a counter that only grows",
                    "stays 0: nothing is learned yet; training_start_step or the memory's size is too large")
            .at(AXIS));

    // Returns.

    public static final Metric TOTAL_REWARD = declare(Metric.of(
                    "total_reward",
                    "return of the last episode with one env; with several, mean of the last 100 episodes")
            .also(EVAL, "mean return of an evaluation: one episode per env, deterministic actions")
            .healthy(
                    "like mean_return, but noisier if it is a single episode", "look at mean_return, which is smoother")
            .at(RETURN)
            .format("%.2f"));

    public static final Metric TOTAL_REWARD_MA = declare(Metric.of(
                    "total_reward_ma",
                    "SLM-Lab's metric: mean of total_reward over the last 100 rows, so a mean of means")
            .also(EVAL, "mean of total_reward over the last 100 evaluations")
            .also(SUMMARY, "mean of total_reward over the last 100 rows; for a trial, the mean over its sessions")
            .healthy(
                    "rises; lags behind mean_return, because it includes early rows",
                    "use it only to compare with SLM-Lab's results")
            .at(RETURN)
            .format("%.2f"));

    public static final Metric MEAN_RETURN = declare(Metric.of(
                    "mean_return",
                    "mean return of the last 100 episodes, or of those that have ended: the metric to compare")
            .healthy(
                    "rises, then stays; above the return of random actions after a tenth of the frames",
                    "flat from the start: check the reward and the learning rate; falls late: lower the learning rate, or use the best checkpoint (eval --checkpoint best)")
            .at(RETURN));

    // Losses.

    public static final Metric LOSS = declare(
            Metric.of("loss", "total loss of the last update; for SAC, CrossQ, TD3 and DDPG that of the critics")
                    .healthy(
                            "finite and stable; it need not fall, because its target changes",
                            "grows without bound: lower the learning rate, clip gradients (clip_grad_val), scale the reward"));

    public static final Metric POLICY_LOSS = declare(
            Metric.of("policy_loss", "loss of the policy in the last update, without entropy bonus and coefficients")
                    .healthy(
                            "near 0, positive or negative; its size says little",
                            "large swings: lower the learning rate, or take more samples per update"));

    public static final Metric VALUE_LOSS =
            declare(Metric.of("value_loss", "loss of the value function in the last update, before val_loss_coef")
                    .healthy(
                            "falls at first, then follows the scale of the returns",
                            "grows: lower the learning rate, scale or normalize the reward (normalize_reward)"));

    // How the policy changes.

    public static final Metric ENTROPY = declare(
            Metric.of("entropy", "mean entropy of the policy in the last update, in nats")
                    .healthy(
                            "falls slowly; for n discrete actions it starts at ln n, for continuous actions it may be negative",
                            "near 0 early: the policy collapsed; raise entropy_coef_spec or lower the learning rate; does not fall: lower entropy_coef_spec"));

    public static final Metric APPROX_KL = declare(
            Metric.of("approx_kl", "E[(r − 1) − log r] in the last epoch, r = π_new/π_old: how far the policy changed")
                    .healthy(
                            0,
                            0.05,
                            "0.001 to 0.05",
                            "above: steps are too large; lower the learning rate or training_epoch; near 0: it hardly learns, do the opposite"));

    public static final Metric STALE_KL = declare(
            Metric.of(
                            "stale_kl",
                            "approx_kl of the first minibatch of an update, before its first step: 0 unless actors lag")
                    .healthy(
                            0,
                            0.01,
                            "0, or below 0.01 with several workers",
                            "above: actors use old weights; synchronize the weights after every update (meta.distributed: synced), use fewer workers or a lower learning rate"));

    public static final Metric CLIP_FRACTION =
            declare(Metric.of("clip_fraction", "fraction of the last update's samples with |r − 1| > clip_eps")
                    .healthy(
                            0.01,
                            0.4,
                            "0.01 to 0.4",
                            "above: as approx_kl above; near 0 for long: raise the learning rate or training_epoch"));

    // How well the value function fits, and how large the gradients are.

    public static final Metric EXPLAINED_VARIANCE = declare(
            Metric.of(
                            "explained_variance",
                            "1 − Var[R − V] / Var[R] before the update: 1 is a perfect value function, 0 a constant")
                    .healthy(
                            0,
                            1,
                            "rises from 0 towards 1",
                            "below 0: the value function is worse than a constant; raise its learning rate, train it more, normalize observations or returns"));

    public static final Metric GRAD_NORM = declare(
            Metric.of("grad_norm", "mean norm of the gradients in the last update, before clipping")
                    .healthy(
                            "stable, within a factor of ten of its median",
                            "spikes: lower clip_grad_val or the learning rate; near 0: dead units, or nothing left to learn"));

    // Action values.

    public static final Metric Q_MEAN = declare(
            Metric.of(
                            "q_mean",
                            "mean Q(s, a) of the actions in the last batch; the lower of two critics, the first of TD3 and DDPG")
                    .healthy(
                            "follows the discounted return of the policy: at most reward / (1 − gamma)",
                            "far above any possible return: the critic overestimates; use two critics, a slower target network, a lower learning rate"));

    public static final Metric Q_MAX = declare(Metric.of("q_max", "largest Q(s, a) in the last batch")
            .healthy("a little above q_mean, and bounded", "grows without bound: as q_mean"));

    public static final Metric TD_ERROR =
            declare(Metric.of("td_error", "mean |r + γQ(s′, a′) − Q(s, a)| in the last batch")
                    .healthy(
                            "falls, then stays small compared with q_mean",
                            "grows: lower the learning rate or polyak_coef, or clip rewards"));

    // Settings that change with the frame.

    public static final Metric ALPHA = declare(
            Metric.of("alpha", "temperature of SAC and CrossQ: weight of entropy against reward")
                    .healthy(
                            "settles after the first tenth of the run, mostly below 1",
                            "grows without bound: the target entropy cannot be reached; falls to 0 early: too little exploration, raise the target entropy"));

    public static final Metric EXPLORE_VAR = declare(
            Metric.of("explore_var", "exploration rate: ε of epsilon_greedy, or the temperature of boltzmann")
                    .healthy(
                            "falls as explore_var_spec says",
                            "still high at the end: end_step is too late; low before the return rises: end_step is too early"));

    public static final Metric LR = declare(Metric.of("lr", "learning rate; the mean if there are several nets")
            .healthy(
                    "as the spec says; with a schedule it falls",
                    "0 too early: the schedule's frame is smaller than max_frame"));

    // Episodes and speed.

    public static final Metric MEAN_LENGTH = declare(
            Metric.of("mean_length", "mean number of steps of the last 100 episodes, or of those that have ended")
                    .healthy(
                            "grows if survival is rewarded, shrinks if reaching a goal is rewarded",
                            "at the env's time limit with a low return: the agent stalls; check the reward"));

    public static final Metric FPS = declare(Metric.of("fps", "frames per second since the start of the session")
            .healthy(
                    "steady",
                    "falls: the machine is busy, or episodes became slower; --profile shows where the time is spent"));

    // What one looks at last.

    public static final Metric CLIP_EPS =
            declare(Metric.of("clip_eps", "ε of the clipped objective, from clip_eps_spec")
                    .healthy("as clip_eps_spec says", "change clip_eps_spec"));

    public static final Metric ENTROPY_COEF =
            declare(Metric.of("entropy_coef", "weight of the entropy bonus, from entropy_coef_spec")
                    .healthy("as entropy_coef_spec says", "change entropy_coef_spec"));

    public static final Metric SIL_LOSS =
            declare(Metric.of("sil_loss", "mean loss of self-imitation in the last update")
                    .healthy(
                            "falls towards 0: past good actions are already imitated",
                            "stays large while the return is flat: lower its weight"));

    public static final Metric PARAM_CHANGE =
            declare(Metric.of("param_change", "‖Δθ‖ / ‖θ‖ of all weights since the last row; empty without an update")
                    .healthy(
                            "0.001 to 0.3 a row, falling as the policy settles",
                            "above 1: the learning rate is far too high; near 0 from the start: far too low"));

    public static final Metric LEAST_CHANGE = declare(
            Metric.of(
                            "least_change",
                            "param_change of the weight matrix that changed least: 0 means that it does not learn")
                    .healthy(
                            "within a hundredth of param_change",
                            "0 while param_change is not: a layer does not learn; check its learning rate and that the loss reaches it"));

    public static final Metric IDLE_UNITS = declare(
            Metric.of(
                            "idle_units",
                            "fraction of hidden units whose bias changed less than a thousandth of its layer's median")
                    .healthy(
                            0,
                            0.5,
                            "0 to 0.5",
                            "above: most hidden units have died; lower the learning rate, check the scale of observations, try tanh"));

    public static final Metric TARGET_DISTANCE = declare(
            Metric.of("target_distance", "‖θ − θ̄‖ / ‖θ‖ of the nets θ that have a target network θ̄")
                    .healthy(
                            "small and stable: the target network follows",
                            "grows throughout: the target network never follows; lower update_frequency or raise polyak_coef"));

    public static final Metric OBS_MAX =
            declare(Metric.of("obs_max", "largest absolute value in the agent's observations at this frame")
                    .healthy(
                            "of the order of 1 to 10",
                            "hundreds and more: normalize observations (env.normalize_obs), or scale them"));

    public static final Metric TRUNCATED = declare(
            Metric.of(
                            "truncated",
                            "fraction of the last 100 episodes, or of those that have ended, that a time limit truncated")
                    .healthy(
                            "1 if only the time limit ends episodes, 0 if a goal or a fall does",
                            "0 although every episode has the same length: a time limit is reported as a termination; the value of the last states is then wrong"));

    // Of evaluations alone.

    public static final Metric TOTAL_REWARD_STD =
            declare(Metric.in(EVAL, "total_reward_std", "standard deviation of the returns of an evaluation")
                    .healthy(
                            "small compared with the mean once the task is learned",
                            "stays large: some starts are not learned yet; train longer, or with more envs"));

    public static final Metric LENGTH =
            declare(Metric.in(EVAL, "length", "mean number of steps of an evaluation's episodes")
                    .healthy("as mean_length", "as mean_length"));

    // SLM-Lab's metrics of a session and a trial.

    public static final Metric STRENGTH = declare(
            Metric.in(SUMMARY, "strength", "mean of total_reward over all rows minus the return of random actions")
                    .healthy("above 0: better than random actions", "near 0: see mean_return"));

    public static final Metric MAX_STRENGTH = declare(Metric.in(SUMMARY, "max_strength", "strength of the best row")
            .healthy(
                    "close to final_strength",
                    "far above final_strength: the agent has forgotten what it learned; lower the learning rate"));

    public static final Metric FINAL_STRENGTH = declare(Metric.in(SUMMARY, "final_strength", "strength of the last row")
            .healthy("close to max_strength", "as max_strength"));

    public static final Metric SAMPLE_EFFICIENCY = declare(
            Metric.in(SUMMARY, "sample_efficiency", "how early in frames the strength was reached: Σ(s / frame) / Σs")
                    .healthy(
                            "for runs of the same env and frames: higher means that it learns earlier",
                            "only comparisons are meaningful"));

    public static final Metric TRAINING_EFFICIENCY = declare(Metric.in(
                    SUMMARY,
                    "training_efficiency",
                    "how early in optimizer steps the strength was reached: Σ(s / opt_step) / Σs")
            .healthy("like sample_efficiency, for optimizer steps", "only comparisons are meaningful"));

    public static final Metric STABILITY = declare(Metric.in(
                    SUMMARY,
                    "stability",
                    "1 minus the fraction of strength lost from row to row; 1 means that it never falls")
            .healthy(
                    0.8, 1, "0.8 to 1", "lower: returns fall repeatedly; lower the learning rate, use larger batches"));

    public static final Metric CONSISTENCY = declare(Metric.in(
                    SUMMARY,
                    "consistency",
                    "1 minus twice the spread of the sessions divided by their mean; 1 means that all are equal")
            .healthy(
                    0.5,
                    1,
                    "0.5 to 1",
                    "lower, or negative: results depend on the seed; run more sessions and look at the worst"));

    private Metrics() {}

    /// Fraction of the reward that comes from a term: a family of columns, one for each term that `RewardTerms`
    /// weighs.
    public static Metric rewardShare(String term) {
        return Metric.of(
                        REWARD_SHARE + term,
                        "fraction of the reward that comes from the term %s, as weighted by RewardTerms, from 0 to 1"
                                .formatted(term))
                .healthy(
                        "no term above 0.9 for long: a term that dominates is the only one that is learned",
                        "near 1: lower its weight (RewardTerms) or its scale in the env; near 0: the term has no effect, raise its weight");
    }

    private static Metric declare(Metric metric) {
        ALL.add(metric);
        return metric;
    }

    /// Make a metric from a jar known to pages and commands: an `AlgorithmProvider` calls it.
    public static void register(Metric metric) {
        if (of(metric.name()).isPresent()) {
            throw new IllegalArgumentException(
                    "metric '%s' is declared already; choose another name".formatted(metric.name()));
        }
        declare(metric);
    }

    public static List<Metric> all() {
        return List.copyOf(ALL);
    }

    /// Return the numbers of one kind of files.
    public static List<Metric> in(Metric.Source source) {
        return ALL.stream().filter(metric -> metric.meaning(source).isPresent()).toList();
    }

    /// Return the metric of a column or key; empty if there is none of that name.
    public static Optional<Metric> of(String name) {
        return name.startsWith(REWARD_SHARE) && name.length() > REWARD_SHARE.length()
                ? Optional.of(rewardShare(name.substring(REWARD_SHARE.length())))
                : ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
    }

    /// Return the names of metrics: the columns of a table.
    public static List<String> names(List<Metric> metrics) {
        return metrics.stream().map(Metric::name).toList();
    }
}
