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
public record MetaConfig(
        @Required Distributed distributed,
        int logFrequency,
        int evalFrequency,
        int rigorousEval,
        @Required int maxSession,
        @Nullable Integer maxTrial,
        Resources searchResources,
        @Nullable Scheduler searchScheduler) {

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
    public record Resources(double cpu, double gpu) {

        public Resources {
            that(cpu > 0, "cpu is %s; needs more than 0", cpu);
            that(gpu >= 0, "gpu is %s; needs at least 0", gpu);
        }
    }

    /// Successive halving: after `gracePeriod` frames, the best of every `reductionFactor` trials continues.
    ///
    /// @param maxT frames after which a trial is no longer stopped early; null for never
    public record Scheduler(
            long gracePeriod,
            double reductionFactor,
            @Nullable Long maxT,
            int brackets) {

        public Scheduler {
            that(gracePeriod > 0, "grace_period is %d; needs at least 1 frame", gracePeriod);
            that(reductionFactor > 1, "reduction_factor is %s; needs more than 1, for example 3", reductionFactor);
            that(maxT == null || maxT >= gracePeriod, "max_t is %d; needs at least grace_period", maxT);
            that(brackets > 0, "brackets is %d; needs at least 1", brackets);
        }

        static Scheduler defaults() {
            return new Scheduler(1, 4, null, 1);
        }
    }

    public MetaConfig {
        that(logFrequency > 0, "log_frequency is %d; needs at least 1 frame", logFrequency);
        that(evalFrequency > 0, "eval_frequency is %d; needs at least 1 frame", evalFrequency);
        that(rigorousEval >= 0, "rigorous_eval is %d; needs 0 for none, or a number of envs", rigorousEval);
        that(maxSession > 0 && maxSession <= MOST_SESSIONS, "max_session is %d; needs 1 to 1000000", maxSession);
        that(maxTrial == null || maxTrial > 0, "max_trial is %d; needs at least 1, or null", maxTrial);
    }

    /// Return a copy with another way of sharing parameters.
    public MetaConfig distributed(Distributed how) {
        return new MetaConfig(
                how, logFrequency, evalFrequency, rigorousEval, maxSession, maxTrial, searchResources, searchScheduler);
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
                searchScheduler);
    }

    public static MetaConfig defaults() {
        return new MetaConfig(Distributed.NO, 10_000, 10_000, 0, 1, null, new Resources(1, 0), null);
    }
}
