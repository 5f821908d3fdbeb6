package slmlab.agent.part;

import java.util.concurrent.atomic.AtomicLong;
import slmlab.tensor.Variables;

/// What the workers of one agent learn together: weights, moments of `Global…` optimizers, and how often they
/// learned.
public final class GlobalWeights {
    private final Variables variables = new Variables();
    private final AtomicLong updates = new AtomicLong();

    public Variables variables() {
        return variables;
    }

    /// Updates of all workers together, those before a resume included.
    long updates() {
        return updates.get();
    }

    void countUpdate() {
        updates.incrementAndGet();
    }

    /// Continue the count of a saved state.
    void resumeAt(long saved) {
        updates.accumulateAndGet(saved, Math::max);
    }
}
