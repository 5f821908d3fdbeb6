package slmlab.spec;

import static slmlab.spec.Check.that;

import org.jspecify.annotations.Nullable;

/// The meta section of a spec: sessions, frequencies, search.
///
/// @param logFrequency frames between rows and checkpoints
/// @param evalFrequency frames between evaluations, if `rigorousEval` asks for them
/// @param rigorousEval number of evaluation envs; 0 for no evaluation
/// @param maxSession sessions (seeds) per trial
/// @param maxTrial trials of a search
/// @param searchScheduler stops poor trials early; null for none
/// @param earlyStop ends a session before `max_frame`; null for never
public record MetaConfig(
        @Required("false") Distributed distributed,
        @Default("10000") int logFrequency,
        @Default("10000") int evalFrequency,
        @Default("0") int rigorousEval,
        @Required("1") int maxSession,
        @Nullable Integer maxTrial,
        Resources searchResources,
        @Nullable Scheduler searchScheduler,
        @Nullable EarlyStop earlyStop) {

    private static final int MOST_SESSIONS = 1_000_000;

    /// Whether sessions share parameters: not at all, one set for all, or a copy each that is synchronized.
    public enum Distributed {
        NO("false"),
        SHARED("shared"),
        SYNCED("synced");

        private final String text;

        Distributed(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /// Resources of one trial of a search.
    public record Resources(
            @Default("1") double cpu, @Default("0") double gpu) {

        public Resources {
            that("cpu", cpu > 0, "is %s; needs more than 0", cpu);
            that("gpu", gpu >= 0, "is %s; needs at least 0", gpu);
        }
    }

    /// Successive halving: after `gracePeriod` frames, the best of every `reductionFactor` trials continues.
    ///
    /// @param maxT frames after which a trial is no longer stopped early; null for never
    public record Scheduler(
            @Default("1") long gracePeriod,
            @Default("4") double reductionFactor,
            @Nullable Long maxT,
            @Default("1") int brackets) {

        public Scheduler {
            that("grace_period", gracePeriod > 0, "is %d; needs at least 1 frame", gracePeriod);
            that("reduction_factor", reductionFactor > 1, "is %s; needs more than 1, for example 3", reductionFactor);
            that("max_t", maxT == null || maxT >= gracePeriod, "is %d; needs at least grace_period", maxT);
            that("brackets", brackets > 0, "is %d; needs at least 1", brackets);
        }
    }

    /// When a session ends before `max_frame`: as soon as one of the two holds for the mean return of its last 100
    /// episodes. Before 100 episodes have ended, none does.
    ///
    /// @param meanReturn the mean return to reach; null for none
    /// @param plateauFrames frames in which the mean return has not risen above its highest; null for none
    public record EarlyStop(
            @Nullable Double meanReturn, @Nullable Long plateauFrames) {

        public EarlyStop {
            that(
                    "plateau_frames",
                    plateauFrames == null || plateauFrames > 0,
                    "is %d; needs at least 1 frame, or null",
                    plateauFrames);
        }

        boolean isEmpty() {
            return meanReturn == null && plateauFrames == null;
        }
    }

    public MetaConfig {
        that("log_frequency", logFrequency > 0, "is %d; needs at least 1 frame", logFrequency);
        that("eval_frequency", evalFrequency > 0, "is %d; needs at least 1 frame", evalFrequency);
        that("rigorous_eval", rigorousEval >= 0, "is %d; needs 0 for none, or a number of envs", rigorousEval);
        that("max_session", maxSession > 0 && maxSession <= MOST_SESSIONS, "is %d; needs 1 to 1000000", maxSession);
        that("max_trial", maxTrial == null || maxTrial > 0, "is %d; needs at least 1, or null", maxTrial);
        that("early_stop", earlyStop == null || !earlyStop.isEmpty(), "is empty; set mean_return or plateau_frames");
        that(
                "early_stop",
                earlyStop == null || distributed == Distributed.NO,
                "ends sessions one by one; workers of distributed %s learn together: remove one of them",
                distributed);
    }

    /// Return a copy with another way of sharing parameters.
    public MetaConfig distributed(Distributed how) {
        return new MetaConfig(
                how,
                logFrequency,
                evalFrequency,
                rigorousEval,
                maxSession,
                maxTrial,
                searchResources,
                searchScheduler,
                earlyStop);
    }

    /// Return a copy with another number of sessions.
    public MetaConfig maxSession(int count) {
        return new MetaConfig(
                distributed,
                logFrequency,
                evalFrequency,
                rigorousEval,
                count,
                maxTrial,
                searchResources,
                searchScheduler,
                earlyStop);
    }

    public static MetaConfig defaults() {
        return Defaults.of(MetaConfig.class);
    }
}
