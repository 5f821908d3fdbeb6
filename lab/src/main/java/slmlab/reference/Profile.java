package slmlab.reference;

import java.util.Map;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Algorithms.Trait;

/// Usual settings of an algorithm, as lines of YAML, for a spec to begin with.
///
/// @param envs how many envs it steps together
/// @param algorithm its keys; `ENTROPY` and `EXPLORED` (frames of exploration) are filled in by the env
/// @param net the whole net, where only one type will do; empty for one that fits the observation
/// @param learning the keys that every net has
/// @param criticNet empty for none
/// @param width of each hidden layer
/// @param normalizes whether observations of continuous tasks are normalized
record Profile(
        int envs,
        String algorithm,
        String memory,
        String net,
        String learning,
        String criticNet,
        int width,
        String activation,
        boolean normalizes) {

    private static final String ROLLOUT = "name: OnPolicyBatchReplay\n";
    private static final String REPLAY = """
            name: Replay
            batch_size: 256
            max_size: 200000
            """;
    private static final String IMITATED = """
            name: OnPolicyBatchReplay
            sil_replay_name: Replay
            batch_size: 128
            max_size: 10000
            """;
    private static final String ACTOR_CRITIC_NET = """
            shared: false
            init_fn: orthogonal_
            clip_grad_val: 0.5
            optim_spec: {name: Adam, lr: 0.0003}
            """;
    private static final String PPO = """
            gamma: 0.99
            lam: 0.95
            clip_eps_spec: {name: no_decay, start_val: 0.2}
            entropy_coef_spec: {name: no_decay, start_val: ENTROPY}
            val_loss_coef: 0.5
            time_horizon: 256
            minibatch_size: 256
            training_epoch: 8
            """;
    private static final String A2C = """
            gamma: 0.99
            lam: 0.95
            entropy_coef_spec: {name: no_decay, start_val: ENTROPY}
            val_loss_coef: 0.5
            training_frequency: 32
            """;
    private static final String REINFORCE = """
            gamma: 0.99
            training_frequency: 512
            entropy_coef_spec: {name: no_decay, start_val: ENTROPY}
            """;
    private static final String IMITATION = """
            sil_policy_loss_coef: 1.0
            sil_val_loss_coef: 0.01
            training_iter: 4
            """;
    private static final String EXPLORATION = """
            action_policy: epsilon_greedy
            explore_var_spec: {name: linear_decay, start_val: 1.0, end_val: 0.05, start_step: 0, end_step: EXPLORED}
            """;
    private static final String DQN = """
            gamma: 0.99
            training_frequency: 4
            training_start_step: 1000
            training_iter: 2
            """;
    private static final String DQN_REPLAY = """
            name: Replay
            batch_size: 64
            max_size: 50000
            """;
    private static final String DQN_NET = """
            clip_grad_val: 10
            loss_spec: {name: SmoothL1Loss}
            optim_spec: {name: Adam, lr: 0.0005}
            """;
    private static final String REPLACED = """
            update_type: replace
            update_frequency: 500
            """;
    private static final String SAC = """
            gamma: 0.99
            training_frequency: 1
            training_start_step: 1000
            training_iter: 1
            """;
    private static final String ADAM = "optim_spec: {name: Adam, lr: 0.0003}\n";
    private static final String POLYAK = """
            update_type: polyak
            polyak_coef: 0.005
            """;
    private static final String HYDRA = """
            type: HydraMLPNet
            hid_layers: [[[64]], [64], []]
            hid_layers_activation: relu
            """;
    private static final String RENORMALIZED = """
            type: TorchArcNet
            arc:
              modules:
                body:
                  Sequential:
                    - {LazyLinear: {out_features: 256}}
                    - {LazyBatchRenorm1d: {momentum: 0.01, eps: 0.001, warmup_steps: 5000}}
                    - {ReLU: null}
                    - {LazyLinear: {out_features: 256}}
                    - {LazyBatchRenorm1d: {momentum: 0.01, eps: 0.001, warmup_steps: 5000}}
                    - {ReLU: null}
              graph: {input: x, modules: {body: [x]}, output: body}
            optim_spec: {name: Adam, lr: 0.0003}
            """;

    private static final Map<String, Profile> ALL = Map.ofEntries(
            Map.entry("Random", rollout(1, "training_frequency: 1\n", ROLLOUT, "")),
            Map.entry(
                    "Reinforce",
                    rollout(
                            4,
                            REINFORCE,
                            ROLLOUT,
                            "init_fn: orthogonal_\nclip_grad_val: 0.5\noptim_spec: {name: Adam, lr: 0.002}\n")),
            Map.entry("ActorCritic", rollout(4, A2C, ROLLOUT, ACTOR_CRITIC_NET)),
            Map.entry("PPO", rollout(8, PPO, ROLLOUT, ACTOR_CRITIC_NET)),
            Map.entry("SIL", rollout(4, A2C + IMITATION, IMITATED, ACTOR_CRITIC_NET)),
            Map.entry("PPOSIL", rollout(8, PPO + IMITATION, IMITATED, ACTOR_CRITIC_NET)),
            Map.entry(
                    "SARSA",
                    rollout(
                            4,
                            "gamma: 0.99\ntraining_frequency: 32\n" + EXPLORATION,
                            ROLLOUT,
                            "clip_grad_val: 0.5\noptim_spec: {name: Adam, lr: 0.001}\n")),
            Map.entry("VanillaDQN", replay(4, DQN + EXPLORATION, DQN_REPLAY, "", DQN_NET, "")),
            Map.entry("DQN", replay(4, DQN + EXPLORATION, DQN_REPLAY, "", DQN_NET + REPLACED, "")),
            Map.entry("DoubleDQN", replay(4, DQN + EXPLORATION, DQN_REPLAY, "", DQN_NET + REPLACED, "")),
            Map.entry("HydraDQN", replay(4, DQN + EXPLORATION, DQN_REPLAY, HYDRA, DQN_NET + REPLACED, "")),
            Map.entry("SoftActorCritic", replay(1, SAC, REPLAY, "", ADAM + POLYAK, "")),
            Map.entry("CrossQ", replay(1, SAC + "policy_delay: 3\n", REPLAY, "", ADAM, RENORMALIZED)),
            Map.entry("TD3", replay(1, SAC + "explore_noise: 0.1\n", REPLAY, "", ADAM + POLYAK, "")),
            Map.entry("DDPG", replay(1, SAC + "explore_noise: 0.1\n", REPLAY, "", ADAM + POLYAK, "")));

    /// Return the settings of an algorithm; of one of the user's own, what its traits need.
    static Profile of(String algorithm) {
        Profile known = ALL.get(algorithm);
        if (known != null) {
            return known;
        }
        boolean shares = Algorithms.has(algorithm, Trait.CRITIC) && Algorithms.has(algorithm, Trait.ROLLOUT);
        return Algorithms.has(algorithm, Trait.REPLAY)
                ? replay(1, "", REPLAY, "", ADAM, "")
                : rollout(4, "", ROLLOUT, shares ? "shared: false\n" + ADAM : ADAM);
    }

    private static Profile rollout(int envs, String algorithm, String memory, String learning) {
        return new Profile(envs, algorithm, memory, "", learning, "", 64, "tanh", true);
    }

    private static Profile replay(
            int envs, String algorithm, String memory, String net, String learning, String criticNet) {
        return new Profile(envs, algorithm, memory, net, learning, criticNet, 256, "relu", false);
    }
}
