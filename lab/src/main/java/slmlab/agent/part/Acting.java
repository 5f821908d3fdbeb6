package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Schedule;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Options;

/// How actions are chosen: the keys that every algorithm's section may have.
@Doc("how actions are chosen: keys that every algorithm's section may have")
public record Acting(
        @Doc(value = "the distribution over actions", example = "Categorical")
        @Options({
            "default: the first of the action space's own",
            "Categorical: for discrete actions",
            "Argmax: the most likely discrete action, for Q-learning",
            "GumbelSoftmax: a relaxed Categorical, for discrete actions",
            "Normal: independent normals, for continuous actions",
            "MultivariateNormal: one normal of all dimensions, for continuous actions",
            "NormalTanh: a normal squashed into the bounds, for continuous actions",
            "Beta: a Beta distribution between the bounds, for continuous actions of PPO, ActorCritic and Reinforce",
            "MultiCategorical: one Categorical each, for MultiDiscrete actions",
            "Bernoulli: for MultiBinary actions"
        })
        @Default("default")
        String actionPdtype,

        @Doc(value = "what is done with the values of a net; for SARSA and the DQN family", example = "epsilon_greedy")
        @Default("default")
        ActionPolicy actionPolicy,

        @Doc(
                value = "schedule of the exploration rate: ε of epsilon_greedy, τ of boltzmann",
                example = "{name: linear_decay, start_val: 1.0, end_val: 0.05, end_step: 10000}")
        @Nullable
        Schedule exploreVarSpec) {

    /// What is done with a net's output.
    public enum ActionPolicy {
        @Doc("the best action, or a sample of the policy")
        DEFAULT,
        @Doc("uniformly random actions")
        RANDOM,
        @Doc("a random action with probability ε, else the best one")
        EPSILON_GREEDY,
        @Doc("actions by the softmax of their values, divided by τ")
        BOLTZMANN
    }

    public static Acting defaults() {
        return Defaults.of(Acting.class);
    }
}
