package slmlab.agent.facts;

import java.util.Set;

/// Usual settings of an algorithm, as lines of YAML, for a spec to begin with.
///
/// @param envs how many envs it steps together
/// @param algorithm its keys; `ENTROPY` and `EXPLORED` (frames of exploration) are filled in by the env; empty for the
///     keys that must be given, by their examples
/// @param net the whole net, where only one type will do; empty for one that fits the observation
/// @param learning the keys that every net has
/// @param criticNet empty for none
/// @param width of each hidden layer
/// @param normalizes whether observations of continuous tasks are normalized
public record UsualSettings(
        int envs,
        String algorithm,
        String memory,
        String net,
        String learning,
        String criticNet,
        int width,
        String activation,
        boolean normalizes) {

    /// A net's optimizer.
    public static final String ADAM = "optim_spec: {name: Adam, lr: 0.0003}\n";

    /// A policy and a value from rollouts: the keys of their nets.
    public static final String ACTOR_CRITIC_NET = """
            shared: false
            init_fn: orthogonal_
            clip_grad_val: 0.5
            optim_spec: {name: Adam, lr: 0.0003}
            """;

    /// Target networks that follow slowly.
    public static final String POLYAK = """
            update_type: polyak
            polyak_coef: 0.005
            """;

    /// Fewer and fewer random actions, for what acts by action values.
    public static final String EXPLORATION = """
            action_policy: epsilon_greedy
            explore_var_spec: {name: linear_decay, start_val: 1.0, end_val: 0.05, start_step: 0, end_step: EXPLORED}
            """;

    /// An update after every step, from a replay.
    public static final String UPDATE_EACH_STEP = """
            gamma: 0.99
            training_frequency: 1
            training_start_step: 1000
            training_iter: 1
            """;

    private static final String ROLLOUT = "name: OnPolicyBatchReplay\n";
    private static final String REPLAY = """
            name: Replay
            batch_size: 256
            max_size: 200000
            """;

    /// Settings of an algorithm that learns from rollouts.
    public static UsualSettings rollout(int envs, String algorithm, String learning) {
        return new UsualSettings(envs, algorithm, ROLLOUT, "", learning, "", 64, "tanh", true);
    }

    /// Settings of an algorithm that learns from a replay.
    public static UsualSettings replay(int envs, String algorithm, String learning) {
        return new UsualSettings(envs, algorithm, REPLAY, "", learning, "", 256, "relu", false);
    }

    /// Return what traits need, for an algorithm that says nothing else.
    static UsualSettings of(Set<Trait> traits) {
        if (traits.contains(Trait.REPLAY)) {
            return replay(1, "", ADAM);
        }
        boolean shares = traits.contains(Trait.CRITIC) && traits.contains(Trait.ROLLOUT);
        return rollout(4, "", shares ? "shared: false\n" + ADAM : ADAM);
    }

    /// Return the same with the keys of another memory.
    public UsualSettings withMemory(String keys) {
        return new UsualSettings(envs, algorithm, keys, net, learning, criticNet, width, activation, normalizes);
    }

    /// Return the same with the only type of net that will do.
    public UsualSettings withNet(String keys) {
        return new UsualSettings(envs, algorithm, memory, keys, learning, criticNet, width, activation, normalizes);
    }

    /// Return the same with a net of the critics.
    public UsualSettings withCriticNet(String keys) {
        return new UsualSettings(envs, algorithm, memory, net, learning, keys, width, activation, normalizes);
    }
}
