package slmlab.spec;

import static slmlab.spec.Check.that;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The agent's section of a spec, as the file has it.
///
/// @param name a label without effect
/// @param criticNet net of the critics, for algorithms that have a separate one
/// @param initFrom a run whose weights this one begins with; null to begin with random ones
public record AgentSpec(
        @Default("agent") String name,
        @Required("{}") Map<String, @Nullable Object> algorithm,
        @Required("{}") Map<String, @Nullable Object> memory,
        @Required("{}") Map<String, @Nullable Object> net,
        @Nullable Map<String, @Nullable Object> criticNet,
        @Nullable InitFrom initFrom) {

    /// What a run begins with, taken from another run: all weights and, if asked for, more.
    ///
    /// @param run its folder
    /// @param session which of its sessions; null for the one with the best returns
    /// @param best the weights of its best checkpoint, rather than its last
    /// @param normalizer whether the statistics that normalize observations are taken too
    /// @param optimizer whether the optimizers' states are taken too; they belong to the last weights
    public record InitFrom(
            @Required("none") String run,
            @Nullable Integer session,
            @Default("false") boolean best,
            @Default("true") boolean normalizer,
            @Default("false") boolean optimizer) {

        public InitFrom {
            that("run", !run.isBlank(), "is blank; name a run folder");
            that("session", session == null || session >= 0, "is %d; needs at least 0, or null", session);
            that(
                    "optimizer",
                    !optimizer || !best,
                    "is true beside best: the optimizers' states belong to the last weights, so one of them must be"
                            + " false");
        }
    }

    static AgentSpec defaults() {
        return Defaults.of(AgentSpec.class);
    }
}
