package slmlab.agent.memory;

import static slmlab.spec.Check.that;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.Default;
import slmlab.spec.Defaults;
import slmlab.spec.Overlay;
import slmlab.spec.Problems;
import slmlab.spec.Required;

/// The memory section of a spec.
///
/// @param batchSize transitions in a batch of a replay
/// @param maxSize transitions that a replay keeps
/// @param useCer whether every batch includes the newest transitions (Zhang and Sutton 2017, arXiv:1712.01275)
/// @param alpha exponent of the priorities; 0 samples uniformly
/// @param epsilon what is added to every priority
/// @param beta initial exponent of the importance weights, which grows to 1; null for no weights
/// @param crossEntropy fraction of the worst episodes to drop; 1 drops none
/// @param silReplayName the memory of self-imitation
/// @param burnIn steps of a window that only bring a recurrent state up to date
public record MemoryConfig(
        @Required("OnPolicyBatchReplay") Kind name,
        @Default("32") int batchSize,
        @Default("10000") int maxSize,
        @Default("false") boolean useCer,
        @Default("0.6") double alpha,
        @Default("0.0001") double epsilon,
        @Nullable Double beta,
        @Default("1") double crossEntropy,
        @Nullable String silReplayName,
        @Default("0") int burnIn) {

    private static final double ALPHA = 0.6;
    private static final double EPSILON = 1e-4;

    /// The memories by their names in a spec.
    public enum Kind {
        ON_POLICY_REPLAY("OnPolicyReplay"),
        ON_POLICY_BATCH_REPLAY("OnPolicyBatchReplay"),
        ON_POLICY_CROSS_ENTROPY("OnPolicyCrossEntropy"),
        REPLAY("Replay"),
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
