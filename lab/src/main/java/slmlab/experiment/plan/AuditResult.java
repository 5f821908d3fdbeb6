package slmlab.experiment.plan;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an [Audit] found.
///
/// @param weights of the nets that learn, in the order they were made; none where the agent cannot be made
/// @param copies numbers in target networks, which follow and are not learned
/// @param bytes that one session needs, estimated
/// @param updates that the agent made
/// @param frames after which it stopped
/// @param shortened keys of the algorithm that were set to other values so that the audit is short
public record AuditResult(
        List<Weight> weights,
        long copies,
        double bytes,
        int updates,
        long frames,
        Map<String, Integer> shortened,
        List<Finding> findings) {

    /// One array of weights.
    ///
    /// @param shape as PyTorch has it
    /// @param gives what its layer computes for one row; null where acting does not show it
    /// @param gradient largest number among the optimizer's averages of its gradient; NaN where it keeps none
    /// @param still share of its numbers that have had no gradient
    /// @param change largest change that the updates made
    public record Weight(
            String name,
            List<Integer> shape,
            @Nullable List<Integer> gives,
            double gradient,
            double still,
            double change) {

        public int size() {
            return shape.stream().reduce(1, (a, b) -> a * b);
        }

        /// Return the name of its net: what stands before the first dot.
        public String net() {
            return name.split("\\.", 2)[0];
        }
    }

    /// Something wrong.
    ///
    /// @param where a layer, or a key of the spec
    public record Finding(String where, String message) {}

    public boolean isRight() {
        return findings.isEmpty();
    }

    /// Return how many numbers are learned.
    public long parameters() {
        return weights.stream().mapToLong(Weight::size).sum();
    }
}
