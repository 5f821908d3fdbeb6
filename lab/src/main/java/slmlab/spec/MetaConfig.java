package slmlab.spec;

import static slmlab.spec.key.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;

/// The meta section of a spec: sessions, frequencies, search.
@Doc("how a spec is run: sessions, rows, evaluations")
public record MetaConfig(
        @Doc(value = "whether sessions share their weights", example = "synced") @Required("false")
        Distributed distributed,

        @Doc(value = "frames between two rows of the table, and two checkpoints", example = "1000") @Default("10000")
        int logFrequency,

        @Doc("frames between two evaluations, if rigorous_eval asks for them") @Default("10000")
        int evalFrequency,

        @Doc(value = "number of envs to evaluate in, one episode each; 0 for no evaluation", example = "10")
        @Default("0")
        int rigorousEval,

        @Doc(value = "sessions of a trial: the same spec with different random numbers", example = "4") @Required("1")
        int maxSession,

        @Doc(value = "trials of a search; null for as many as --trials says", example = "16") @Nullable
        Integer maxTrial,

        @Doc(value = "resources of one trial of a search", example = "{cpu: 1, gpu: 0}")
        Resources searchResources,

        @Doc(
                value = "stops poor trials of a search early, of one session each; null for none",
                example = "{grace_period: 50000, reduction_factor: 3}")
        @Nullable
        Scheduler searchScheduler,

        @Doc(
                value = "trains the trials of a search as one population; null for each trial on its own",
                example = "{interval: 20000}")
        @Nullable
        Pbt searchPbt,

        @Doc(value = "ends a session before max_frame; null for never", example = "{mean_return: 475}") @Nullable
        EarlyStop earlyStop,

        @Doc(
                value = "weights to keep beside the last and the best; null for none",
                example = "{every: 100000, last: 3, top: 2}")
        @Nullable
        Keep keep) {

    private static final int MOST_SESSIONS = 1_000_000;

    /// Whether sessions share parameters: not at all, one set for all, or a copy each that is synchronized.
    public enum Distributed {
        @Doc("each session learns alone")
        NO("false"),
        @Doc("all sessions update one set of weights in place (Hogwild)")
        SHARED("shared"),
        @Doc("all sessions update one set of weights, and each acts with its own copy (A3C, DPPO)")
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
    @Doc("resources of one trial of a search")
    public record Resources(
            @Doc("cores of one trial") @Default("1") double cpu,
            @Doc("GPUs of one trial") @Default("0") double gpu) {

        public Resources {
            that("cpu", cpu > 0, "is %s; needs more than 0", cpu);
            that("gpu", gpu >= 0, "is %s; needs at least 0", gpu);
        }
    }

    /// Successive halving: after `gracePeriod` frames, the best of every `reductionFactor` trials continues.
    @Doc("successive halving: after grace_period frames, the best of every reduction_factor trials continues")
    public record Scheduler(
            @Doc(value = "frames before a trial can be stopped", example = "50000") @Default("1")
            long gracePeriod,

            @Doc(value = "of every so many trials, the best continues", example = "3") @Default("4")
            double reductionFactor,

            @Doc(
                    value = "frames of a whole trial, for --pruner hyperband alone; null for max_frame",
                    example = "300000")
            @Nullable
            Long maxT,

            @Doc("brackets of successive halving: 1; --pruner hyperband counts its own") @Default("1")
            int brackets) {

        public Scheduler {
            that("grace_period", gracePeriod > 0, "is %d; needs at least 1 frame", gracePeriod);
            that("reduction_factor", reductionFactor > 1, "is %s; needs more than 1, for example 3", reductionFactor);
            that("max_t", maxT == null || maxT >= gracePeriod, "is %d; needs at least grace_period", maxT);
            that("brackets", brackets > 0, "is %d; needs at least 1", brackets);
        }
    }

    /// Population-based training: `max_trial` members train side by side.
    @Doc("population-based training: after every interval the worst quarter of max_trial members copies one of the"
            + " best quarter, and continues with other settings")
    public record Pbt(
            @Doc(value = "frames of every member between two exchanges", example = "20000") @Required("20000")
            long interval) {

        public Pbt {
            that("interval", interval > 0, "is %d; needs at least 1 frame", interval);
        }
    }

    /// When a session ends before `max_frame`: as soon as one of the two holds for the mean return of its last 100
    /// episodes. Before 100 episodes have ended, none does.
    @Doc("when a session ends before max_frame: as soon as one of the two holds for its last 100 episodes")
    public record EarlyStop(
            @Doc(value = "the mean return to reach; null for none", example = "475") @Nullable
            Double meanReturn,

            @Doc(
                    value = "frames in which the mean return has not risen above its highest; null for none",
                    example = "100000")
            @Nullable
            Long plateauFrames) {

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

    /// Which weights of a session are kept on disk, beside the last and the best.
    @Doc("which weights of a session are kept, beside the last and the best")
    public record Keep(
            @Doc(value = "frames between two checkpoints", example = "100000") @Required("100000")
            long every,

            @Doc(value = "how many of the newest stay; null for all", example = "3") @Nullable
            Integer last,

            @Doc(value = "how many with the highest mean return stay besides", example = "2") @Default("0")
            int top) {

        public Keep {
            that("every", every > 0, "is %d; needs at least 1 frame", every);
            that("last", last == null || last >= 0, "is %d; needs at least 0, or null for all", last);
            that("top", top >= 0, "is %d; needs at least 0", top);
            that("top", top == 0 || last != null, "is %d, but all are kept; set last, or remove top", top);
        }
    }

    public MetaConfig {
        that("log_frequency", logFrequency > 0, "is %d; needs at least 1 frame", logFrequency);
        that("eval_frequency", evalFrequency > 0, "is %d; needs at least 1 frame", evalFrequency);
        that("rigorous_eval", rigorousEval >= 0, "is %d; needs 0 for none, or a number of envs", rigorousEval);
        that("max_session", maxSession > 0 && maxSession <= MOST_SESSIONS, "is %d; needs 1 to 1000000", maxSession);
        that("max_trial", maxTrial == null || maxTrial > 0, "is %d; needs at least 1, or null", maxTrial);
        that(
                "search_pbt",
                searchPbt == null || searchScheduler == null,
                "trains every trial to its end; search_scheduler would stop some: remove one of them");
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
                searchPbt,
                earlyStop,
                keep);
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
                searchPbt,
                earlyStop,
                keep);
    }

    public static MetaConfig defaults() {
        return Defaults.of(MetaConfig.class);
    }
}
