package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Schedule;

/// How actions are chosen: the keys that every algorithm's section may have.
///
/// @param actionPdtype the distribution over actions; `default` for the space's first
/// @param exploreVarSpec ε of `epsilon_greedy`, τ of `boltzmann`
public record Acting(
        String actionPdtype,
        ActionPolicy actionPolicy,
        @Nullable Schedule exploreVarSpec) {

    /// What is done with a net's output.
    public enum ActionPolicy {
        DEFAULT,
        RANDOM,
        EPSILON_GREEDY,
        BOLTZMANN
    }

    public static Acting defaults() {
        return new Acting("default", ActionPolicy.DEFAULT, null);
    }
}
