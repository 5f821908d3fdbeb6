package slmlab.spec;

import static slmlab.spec.key.Check.that;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;

/// The agent's section of a spec, as the file has it.
@Doc("what learns: an algorithm, a memory and a net")
public record AgentSpec(
        @Doc(value = "a label without effect", example = "my agent") @Default("agent")
        String name,

        @Doc(
                value = "how the agent learns: the algorithm's name and its keys",
                example = "{name: PPO, gamma: 0.99, clip_eps_spec: {start_val: 0.2}}")
        @Required("{}")
        Map<String, @Nullable Object> algorithm,

        @Doc(value = "where experience is kept until it is learned from", example = "{name: OnPolicyBatchReplay}")
        @Required("{}")
        Map<String, @Nullable Object> memory,

        @Doc(value = "the network and how it is optimized", example = "{type: MLPNet, hid_layers: [64, 64]}")
        @Required("{}")
        Map<String, @Nullable Object> net,

        @Doc(
                value = "the net of the critics, for an algorithm whose critics have a section of "
                        + "their own (CrossQ)",
                example = "{type: MLPNet, hid_layers: [256, 256]}")
        @Nullable
        Map<String, @Nullable Object> criticNet,

        @Doc(
                value = "a run whose weights this one begins with; null to begin with random ones",
                example = "{run: data/ppo_cartpole_2026_11_15_120000}")
        @Nullable
        InitFrom initFrom) {

    /// What a run begins with, taken from another run: all weights and, if asked for, more.
    @Doc("what a run begins with, taken from another run: all weights and, if asked for, more")
    public record InitFrom(
            @Doc(value = "folder of the other run", example = "data/ppo_cartpole_2026_11_15_120000") @Required("none")
            String run,

            @Doc(value = "which of its sessions; null for the one with the best returns", example = "0") @Nullable
            Integer session,

            @Doc(value = "whether the weights are those of its best checkpoint, rather than its last", example = "true")
            @Default("false")
            boolean best,

            @Doc(value = "whether the statistics that normalize observations are taken too", example = "false")
            @Default("true")
            boolean normalizer,

            @Doc(
                    value = "whether the optimizers' states are taken too; they belong to the last weights",
                    example = "true")
            @Default("false")
            boolean optimizer) {

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
