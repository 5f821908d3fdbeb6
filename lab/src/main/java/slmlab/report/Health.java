package slmlab.report;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// What a healthy value of a metric looks like, and what to do about another one. Rules of thumb, not laws.
///
/// @param healthy how it looks in a run that learns
/// @param advice what to do otherwise
/// @param low end of the band in which healthy values lie; −∞ for none
/// @param high other end; ∞ for none
public record Health(String healthy, String advice, double low, double high) {
    private static final double NONE = Double.POSITIVE_INFINITY;
    private static final SequencedMap<String, Health> ALL = new LinkedHashMap<>();
    private static final Health SHARE = new Health(
            "no term above 0.9 for long: a term that dominates is the only one that is learned",
            "near 1: lower its weight (RewardTerms) or its scale in the env; near 0: the term has no effect, raise its weight",
            -NONE,
            NONE);

    static {
        returns();
        learning();
        values();
        motion();
        counters();
        metrics();
    }

    private static void returns() {
        add(
                "mean_return",
                "rises, then stays; above the return of random actions after a tenth of the frames",
                "flat from the start: check the reward and the learning rate; falls late: lower the learning rate, or take the best checkpoint (eval --best)");
        add(
                "total_reward",
                "as mean_return, but rougher where it is one episode alone",
                "look at mean_return, which is smoother");
        add(
                "total_reward_ma",
                "rises; lags behind mean_return, since early rows count in it",
                "use it only beside SLM-Lab's numbers");
        add(
                "mean_length",
                "grows where surviving pays, shrinks where reaching a goal pays",
                "at the env's time limit with a low return: the agent stalls; check that the reward asks for what is wanted");
        add(
                "total_reward_std",
                "small beside the mean once the task is learned",
                "stays large: some starts are not learned yet; train longer, or with more envs");
        add("length", "as mean_length", "as mean_length");
    }

    private static void learning() {
        add(
                "loss",
                "finite and of a steady size; it need not fall, since its target moves",
                "grows without end: lower the learning rate, clip gradients (clip_grad_val), scale the reward");
        add(
                "policy_loss",
                "near 0, either sign; its size says little",
                "large swings: lower the learning rate, or take more samples per update");
        add(
                "value_loss",
                "falls at first, then follows the scale of the returns",
                "grows: lower the learning rate, scale or normalize the reward (normalize_reward)");
        add(
                "entropy",
                "falls slowly from its start; for n discrete actions it starts at ln n, for continuous ones it may be negative",
                "near 0 early: the policy collapsed; raise entropy_coef_spec or lower the learning rate; does not fall: lower entropy_coef_spec");
        add(
                "grad_norm",
                "steady, within a factor of ten of its median",
                "spikes: lower clip_grad_val or the learning rate; near 0: dead units, or nothing left to learn");
        band(
                "approx_kl",
                "0.001 to 0.05",
                "above: steps are too large; lower the learning rate or training_epoch; near 0: it hardly learns, do the opposite",
                0,
                0.05);
        band(
                "stale_kl",
                "0, or below 0.01 with several workers",
                "above: actors act with old weights; let them take over the weights after every update (meta.distributed: synced), use fewer workers or a lower learning rate",
                0,
                0.01);
        band(
                "clip_fraction",
                "0.01 to 0.4",
                "above: as approx_kl above; near 0 for long: raise the learning rate or training_epoch",
                0.01,
                0.4);
        band(
                "explained_variance",
                "rises from 0 towards 1",
                "below 0: the value function is worse than a constant; raise its learning rate, train it more, normalize observations or returns",
                0,
                1);
        add(
                "sil_loss",
                "falls towards 0: past good actions are imitated already",
                "stays large while the return is flat: lower its weight");
        add(
                "lr",
                "as the spec says; with a schedule it falls",
                "0 too early: the schedule's frame is smaller than max_frame");
        add("clip_eps", "as clip_eps_spec says", "change clip_eps_spec");
        add("entropy_coef", "as entropy_coef_spec says", "change entropy_coef_spec");
        add(
                "explore_var",
                "falls as explore_var_spec says",
                "still high at the end: end_step is too late; low before the return rises: it is too early");
        add(
                "alpha",
                "settles after the first tenth of the run, mostly below 1",
                "grows without end: the target entropy cannot be reached; falls to 0 early: too little exploration, raise the target entropy");
    }

    private static void values() {
        add(
                "q_mean",
                "follows the discounted return of the policy: at most reward / (1 − gamma)",
                "far above what can be earned: the critic overestimates; use two critics, a slower target network, a lower learning rate");
        add("q_max", "a little above q_mean, and bounded", "grows without bound: as q_mean");
        add(
                "td_error",
                "falls, then stays small beside q_mean",
                "grows: lower the learning rate or polyak_coef, or clip rewards");
    }

    private static void motion() {
        add(
                "param_change",
                "0.001 to 0.3 a row, falling as the policy settles",
                "above 1: the learning rate is far too high; near 0 from the start: far too low");
        add(
                "least_change",
                "within a hundredth of param_change",
                "0 while param_change is not: a layer does not learn; check its learning rate and that the loss reaches it");
        band(
                "idle_units",
                "0 to 0.5",
                "above: most hidden units have died; lower the learning rate, check the scale of observations, try tanh",
                0,
                0.5);
        add(
                "target_distance",
                "small and steady: the target network follows",
                "grows all along: it never follows; lower update_frequency or raise polyak_coef");
        add(
                "obs_max",
                "of the order of 1 to 10",
                "hundreds and more: normalize observations (env.normalize_obs), or scale them");
        add(
                "truncated",
                "1 where only time ends an episode, 0 where a goal or a fall does",
                "0 although every episode has the same length: a time limit is reported as an end; the value of the last states is then wrong");
    }

    private static void counters() {
        add("fps", "steady", "falls: the machine is busy, or episodes got costly; --profile shows where the time goes");
        String counter = "a counter, it only grows";
        String stands = "stands still: the run has stopped; see its log";
        add("frame", counter, stands);
        add("wall_t", counter, stands);
        add("t", counter, stands);
        add("epi", counter, "stays 0: no episode ends; the env has no time limit, or a very long one");
        add(
                "opt_step",
                counter,
                "stays 0: nothing is learned yet; training_start_step or the memory's size is too large");
    }

    private static void metrics() {
        add("strength", "above 0: better than random actions", "near 0: see mean_return");
        add(
                "max_strength",
                "close to final_strength",
                "far above final_strength: it has learned and forgotten; lower the learning rate");
        add("final_strength", "close to max_strength", "as max_strength");
        add(
                "sample_efficiency",
                "compare runs of the same env and frames: higher learns earlier",
                "only comparisons say something");
        add("training_efficiency", "as sample_efficiency, for optimizer steps", "only comparisons say something");
        band(
                "stability",
                "0.8 to 1",
                "lower: returns fall again and again; lower the learning rate, use larger batches",
                0.8,
                1);
        band(
                "consistency",
                "0.5 to 1",
                "lower, or negative: luck of the seed decides; run more sessions and look at the worst",
                0.5,
                1);
    }

    private static void add(String name, String healthy, String advice) {
        band(name, healthy, advice, -NONE, NONE);
    }

    private static void band(String name, String healthy, String advice, double low, double high) {
        ALL.put(name, new Health(healthy, advice, low, high));
    }

    /// Return what is known of a column or metric, by its name; empty if there is none of that name.
    public static Optional<Health> of(String name) {
        return Glossary.family(name).isPresent() ? Optional.of(SHARE) : Optional.ofNullable(ALL.get(name));
    }

    /// Return the same of all, in the order of the docs.
    public static SequencedMap<String, Health> all() {
        return ALL;
    }

    /// Whether there is a band.
    public boolean hasBand() {
        return low > -NONE || high < NONE;
    }

    /// Whether a value lies in the band; true where there is none.
    public boolean isHealthy(double value) {
        return low <= value && value <= high;
    }
}
