package slmlab.agent.memory;

import static slmlab.spec.key.Check.that;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Overlay;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Required;

/// The memory section of a spec.
@Doc("where experience is kept until it is learned from")
public record MemoryConfig(
        @Doc(
                value = "which memory: on-policy algorithms take an OnPolicy… one, off-policy algorithms a replay",
                example = "Replay")
        @Required("OnPolicyBatchReplay")
        Kind name,

        @Doc(value = "transitions in a batch of a replay", example = "256") @Default("32")
        int batchSize,

        @Doc(value = "transitions that a replay keeps; the oldest are overwritten", example = "100000")
        @Default("10000")
        int maxSize,

        @Doc(value = "whether every batch includes the newest transitions (arXiv:1712.01275)", example = "true")
        @Default("false")
        boolean useCer,

        @Doc("exponent of the priorities of PrioritizedReplay; 0 samples uniformly") @Default("0.6")
        double alpha,

        @Doc("what is added to every priority of PrioritizedReplay") @Default("0.0001")
        double epsilon,

        @Doc(
                value = "initial exponent of the importance weights of PrioritizedReplay, which "
                        + "grows to 1; null for no weights",
                example = "0.4")
        @Nullable
        Double beta,

        @Doc(value = "fraction of the worst episodes that OnPolicyCrossEntropy drops; 1 drops none", example = "0.5")
        @Default("1")
        double crossEntropy,

        @Doc(value = "the memory of self-imitation, for SIL and PPOSIL", example = "Replay") @Nullable
        String silReplayName,

        @Doc(
                value = "steps of a window that only bring a recurrent state up to date; for DQN "
                        + "with a RecurrentNet",
                example = "2")
        @Default("0")
        int burnIn) {

    private static final double ALPHA = 0.6;
    private static final double EPSILON = 1e-4;

    /// The memories by their names in a spec.
    public enum Kind {
        @Doc("whole episodes, used once; an update after every training_frequency of them")
        ON_POLICY_REPLAY("OnPolicyReplay"),
        @Doc("the steps since the last update, used once")
        ON_POLICY_BATCH_REPLAY("OnPolicyBatchReplay"),
        @Doc("whole episodes, of which the worst are dropped (the cross-entropy method)")
        ON_POLICY_CROSS_ENTROPY("OnPolicyCrossEntropy"),
        @Doc("the last max_size transitions, sampled uniformly")
        REPLAY("Replay"),
        @Doc("the last max_size transitions, sampled by their error (arXiv:1511.05952)")
        PRIORITIZED_REPLAY("PrioritizedReplay");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /// Whether it is used after so many episodes, rather than after so many steps.
        public boolean isEpisodic() {
            return this == ON_POLICY_REPLAY || this == ON_POLICY_CROSS_ENTROPY;
        }

        public boolean isReplay() {
            return this == REPLAY || this == PRIORITIZED_REPLAY;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /// Fraction of the worst finished episodes to drop; 1 drops none, as in SLM-Lab.
    public double leftOut() {
        return name == Kind.ON_POLICY_CROSS_ENTROPY ? crossEntropy : 1;
    }

    /// Read the section and collect what is wrong.
    public static MemoryConfig read(Map<String, ? extends @Nullable Object> given, String path, Problems problems) {
        Object name = given.get("name");
        return Overlay.read(defaults(), given, path, name == null ? "a memory" : name.toString(), problems);
    }

    public static MemoryConfig defaults() {
        return Defaults.of(MemoryConfig.class);
    }

    public MemoryConfig {
        that("batch_size", batchSize > 0, "is %d; needs at least 1", batchSize);
        that("max_size", maxSize >= batchSize, "is %d; needs at least batch_size = %d", maxSize, batchSize);
        that("alpha", alpha >= 0, "is %s; needs at least 0", alpha);
        that("epsilon", epsilon >= 0, "is %s; needs at least 0", epsilon);
        that(
                "alpha",
                alpha == ALPHA || name == Kind.PRIORITIZED_REPLAY,
                "is %s; only PrioritizedReplay has priorities, remove it",
                alpha);
        that(
                "epsilon",
                epsilon == EPSILON || name == Kind.PRIORITIZED_REPLAY,
                "is %s; only PrioritizedReplay has priorities, remove it",
                epsilon);
        that("beta", beta == null || (beta >= 0 && beta <= 1), "is %s; needs to lie in [0, 1]", beta);
        that(
                "beta",
                beta == null || name == Kind.PRIORITIZED_REPLAY,
                "is %s; only PrioritizedReplay has importance weights",
                beta);
        that("cross_entropy", crossEntropy >= 0 && crossEntropy <= 1, "is %s; needs to lie in [0, 1]", crossEntropy);
        that(
                "cross_entropy",
                crossEntropy == 1 || name == Kind.ON_POLICY_CROSS_ENTROPY,
                "is %s; only OnPolicyCrossEntropy drops episodes, remove it",
                crossEntropy);
        that("burn_in", burnIn >= 0, "is %d; needs at least 0", burnIn);
    }
}
