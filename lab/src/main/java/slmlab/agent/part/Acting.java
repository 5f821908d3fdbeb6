package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Schedule;
import slmlab.spec.Default;
import slmlab.spec.Defaults;

/// How actions are chosen: the keys that every algorithm's section may have.
///
/// @param actionPdtype the distribution over actions; `default` for the space's first
/// @param exploreVarSpec ε of `epsilon_greedy`, τ of `boltzmann`
public record Acting(
        @Default("default") String actionPdtype,
        @Default("default") ActionPolicy actionPolicy,
        @Nullable Schedule exploreVarSpec) {

    /// What is done with a net's output.
    public enum ActionPolicy {
        DEFAULT,
        RANDOM,
        EPSILON_GREEDY,
        BOLTZMANN
    }

    public static Acting defaults() {
        return Defaults.of(Acting.class);
    }
}
