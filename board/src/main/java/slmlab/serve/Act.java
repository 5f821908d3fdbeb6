package slmlab.serve;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// What a request asks for, checked against the policy; and its answer, once there is one.
///
/// @param rows number of observations
/// @param single whether it was one observation, not a batch of one
/// @param obs `float[]`, or `byte[]` where the policy sees bytes
/// @param mask null where the policy takes none
/// @param details whether to compute probabilities, values and so on
/// @param session the episodes it continues; null where the policy has no past
/// @param reset which rows begin an episode; null for none
record Act(
        int rows,
        boolean single,
        Object obs,
        boolean @Nullable [] mask,
        boolean deterministic,
        boolean details,
        @Nullable String session,
        boolean @Nullable [] reset,
        CompletableFuture<Answer> answer) {

    /// Whether both can be rows of one act.
    boolean joins(Act other) {
        return deterministic == other.deterministic;
    }
}
