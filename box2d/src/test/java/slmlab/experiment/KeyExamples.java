package slmlab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.Trait;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.Nets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.part.Acting;
import slmlab.experiment.KeyWalk.Setting;
import slmlab.spec.EnvConfig;
import slmlab.spec.key.Written;

/// Small specs, for each algorithm, kind of actions, net and memory; and for each key values to set it to.
public final class KeyExamples {
    private KeyExamples() {}

    /// A spec to set keys of.
    ///
    /// @param spec agent, env and meta
    public record Example(String name, String algorithm, String net, boolean continuous, Map<String, Object> spec) {

        Example with(String suffix, Setting... settings) {
            return new Example(name + " " + suffix, algorithm, net, continuous, KeyWalk.with(spec, settings));
        }

        @Override
        public String toString() {
            return name;
        }

        /// Every key of its sections, with values for it.
        List<Setting> settings() {
            List<Setting> settings = new ArrayList<>();
            keys("agent.algorithm", Algorithms.ALL.entry(algorithm).defaults(), settings);
            keys("agent.algorithm", Acting.defaults(), settings);
            keys("agent.memory", MemoryConfig.defaults(), settings);
            keys("agent.net", Nets.defaults(net), settings);
            keys("agent.net", TrainingSettings.defaults(), settings);
            if (name.endsWith("critic_net")) {
                keys("agent.critic_net", Nets.defaults(net), settings);
                keys("agent.critic_net", TrainingSettings.defaults(), settings);
            }
            keys("env", EnvConfig.defaults(), settings);
            return settings;
        }

        private void keys(String section, Record defaults, List<Setting> to) {
            for (String key : Written.of(defaults).keySet()) {
                for (Object value : values(section.replace("critic_net", "net") + "." + key)) {
                    to.add(new Setting(section + "." + key, value));
                }
            }
        }

        private List<?> values(String path) {
            return switch (path) {
                case "agent.algorithm.action_pdtype" ->
                    continuous ? List.of("NormalTanh", "Beta") : List.of("Argmax", "GumbelSoftmax");
                case "agent.algorithm.target_entropy" -> List.of(continuous ? -0.7 : 0.5);
                case "agent.memory.name" ->
                    Algorithms.has(algorithm, Trait.REPLAY)
                            ? List.of("Replay", "PrioritizedReplay")
                            : List.of("OnPolicyBatchReplay", "OnPolicyReplay", "OnPolicyCrossEntropy");
                case "agent.net.hid_layers" ->
                    net.equals("HydraMLPNet")
                            ? List.of(List.of(List.of(List.of(3)), List.of(4), List.of()))
                            : List.of(List.of(3));
                case "env.clip_reward" -> List.of(continuous ? List.of(-3, 2) : List.of(-0.5, 4));
                case "env.reward_scale" -> continuous ? List.of(-0.6) : List.of(3, "sign");
                default ->
                    Objects.requireNonNull(VALUES.get(path), () -> "no value for " + path + " in the table of keys");
            };
        }
    }

    /// Every key that a spec can have in these sections, whatever the algorithm and the net.
    static List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (String algorithm : Algorithms.ALL.names()) {
            for (String net : Nets.names()) {
                example(algorithm, net, false).settings().forEach(setting -> keys.add(setting.path()));
            }
        }
        return keys.stream().distinct().toList();
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static Map<String, Object> constant(double value) {
        return map("name", "no_decay", "start_val", value);
    }

    private static final Map<String, List<?>> VALUES = Map.<String, List<?>>ofEntries(
            Map.entry("agent.algorithm.gamma", List.of(0.5)),
            Map.entry("agent.algorithm.lam", List.of(0.5)),
            Map.entry("agent.algorithm.num_step_returns", List.of(4)),
            Map.entry("agent.algorithm.training_frequency", List.of(5)),
            Map.entry("agent.algorithm.training_start_step", List.of(20)),
            Map.entry("agent.algorithm.training_iter", List.of(5)),
            Map.entry("agent.algorithm.training_batch_iter", List.of(2)),
            Map.entry("agent.algorithm.training_epoch", List.of(3)),
            Map.entry("agent.algorithm.time_horizon", List.of(6)),
            Map.entry("agent.algorithm.minibatch_size", List.of(5)),
            Map.entry("agent.algorithm.clip_eps_spec", List.of(constant(0.001))),
            Map.entry("agent.algorithm.entropy_coef_spec", List.of(constant(0.5))),
            Map.entry("agent.algorithm.policy_loss_coef", List.of(0.5)),
            Map.entry("agent.algorithm.val_loss_coef", List.of(0.3)),
            Map.entry("agent.algorithm.center_return", List.of(true)),
            Map.entry("agent.algorithm.normalize_v_targets", List.of(true)),
            Map.entry("agent.algorithm.clip_vloss", List.of(true)),
            Map.entry("agent.algorithm.symlog", List.of(true)),
            Map.entry("agent.algorithm.normalize_advantages", List.of("percentile")),
            Map.entry("agent.algorithm.sa_regularizer", List.of(map("kappa", 0.5, "epsilon", 0.2, "steps", 2))),
            Map.entry("agent.algorithm.sil_policy_loss_coef", List.of(0.5)),
            Map.entry("agent.algorithm.sil_val_loss_coef", List.of(0.5)),
            Map.entry("agent.algorithm.policy_delay", List.of(3)),
            Map.entry("agent.algorithm.target_entropy", List.of(0.5)),
            Map.entry(
                    "agent.algorithm.entropy_anneal", List.of(map("start_ratio", 0.9, "end_ratio", 0.1, "frames", 50))),
            Map.entry("agent.algorithm.log_alpha_min", List.of(-0.05)),
            Map.entry("agent.algorithm.log_alpha_max", List.of(-0.06)),
            Map.entry("agent.algorithm.alpha_lr", List.of(0.03)),
            Map.entry("agent.algorithm.fixed_alpha", List.of(0.3)),
            Map.entry("agent.algorithm.alpha_anneal_frames", List.of(50)),
            Map.entry("agent.algorithm.entropy_penalty_coef", List.of(0.5)),
            Map.entry("agent.algorithm.spectral_norm", List.of(true)),
            Map.entry("agent.algorithm.explore_noise", List.of(0.5)),
            Map.entry("agent.algorithm.target_noise", List.of(0.6)),
            Map.entry("agent.algorithm.target_noise_clip", List.of(0.05)),
            Map.entry("agent.algorithm.action_policy", List.of("random", "epsilon_greedy", "boltzmann")),
            Map.entry("agent.algorithm.explore_var_spec", List.of(constant(0.7))),
            Map.entry("agent.memory.batch_size", List.of(3)),
            Map.entry("agent.memory.max_size", List.of(12)),
            Map.entry("agent.memory.use_cer", List.of(true)),
            Map.entry("agent.memory.alpha", List.of(0.9)),
            Map.entry("agent.memory.epsilon", List.of(0.5)),
            Map.entry("agent.memory.beta", List.of(0.4)),
            Map.entry("agent.memory.cross_entropy", List.of(0.5)),
            Map.entry("agent.memory.sil_replay_name", List.of("Replay", "PrioritizedReplay")),
            Map.entry("agent.memory.burn_in", List.of(1)),
            Map.entry("agent.net.shared", List.of(true)),
            Map.entry("agent.net.use_same_optim", List.of(true)),
            Map.entry("agent.net.loss_spec", List.of(map("name", "SmoothL1Loss", "beta", 0.1))),
            Map.entry("agent.net.optim_spec", List.of(map("name", "RMSprop", "lr", 0.003))),
            Map.entry("agent.net.actor_optim_spec", List.of(map("name", "SGD", "lr", 0.005))),
            Map.entry("agent.net.critic_optim_spec", List.of(map("name", "SGD", "lr", 0.003))),
            Map.entry("agent.net.lr_scheduler_spec", List.of(map("name", "StepLR", "step_size", 1, "gamma", 0.9))),
            Map.entry("agent.net.clip_grad_val", List.of(0.01)),
            Map.entry("agent.net.clip_grad_by", List.of("value")),
            Map.entry("agent.net.init_fn", List.of("orthogonal_")),
            Map.entry("agent.net.update_type", List.of("replace", "polyak")),
            Map.entry("agent.net.update_frequency", List.of(7)),
            Map.entry("agent.net.polyak_coef", List.of(0.3)),
            Map.entry("agent.net.log_std_init", List.of(-1)),
            Map.entry("agent.net.log_std_bound", List.of("tanh")),
            Map.entry("agent.net.actor_init_std", List.of(0.5)),
            Map.entry("agent.net.critic_init_std", List.of(0.5)),
            Map.entry("agent.net.out_layer_activation", List.of("tanh")),
            Map.entry("agent.net.normalize", List.of(true)),
            Map.entry("agent.net.hid_layers_activation", List.of("relu")),
            Map.entry("agent.net.batch_norm", List.of(true)),
            Map.entry("agent.net.layer_norm", List.of(true)),
            Map.entry("agent.net.fc_hid_layers", List.of(List.of(3))),
            Map.entry("agent.net.channels", List.of(List.of(3))),
            Map.entry("agent.net.vector_hid_layers", List.of(List.of(3))),
            Map.entry("agent.net.cell_type", List.of("LSTM")),
            Map.entry("agent.net.rnn_hidden_size", List.of(3)),
            Map.entry("agent.net.rnn_num_layers", List.of(2)),
            Map.entry("agent.net.bidirectional", List.of(true)),
            Map.entry("agent.net.seq_len", List.of(2)),
            Map.entry("agent.net.conv_hid_layers", List.of(List.of(List.of(2, 2), List.of(2, 2)))),
            Map.entry("agent.net.arc", List.of(arc(3))),
            Map.entry("agent.net.actor_arc", List.of(arc(5))),
            Map.entry("agent.net.critic_arc", List.of(arc(6))),
            Map.entry("agent.net.arc_file", List.of("arc.yaml")),
            Map.entry("env.name", List.of()), // the environment's
            Map.entry("env.num_envs", List.of(3)),
            Map.entry("env.max_t", List.of(7)),
            Map.entry("env.max_frame", List.of(60)),
            Map.entry("env.normalize_obs", List.of(true)),
            Map.entry("env.normalize_reward", List.of(true)),
            Map.entry("env.clip_obs", List.of(0.03)),
            Map.entry("env.frame_op", List.of("concat", "stack")),
            Map.entry("env.frame_op_len", List.of(2)),
            Map.entry("env.image_downsize", List.of(List.of(8, 8))),
            Map.entry("env.wrappers", List.of(List.of(map("name", "StickyActions", "probability", 0.5)))),
            Map.entry("env.autoreset", List.of("next_step")),
            Map.entry("env.threads", List.of())); // changes no number, which StepThreadsTest shows

    private static Map<String, Object> arc(int width) {
        return map(
                "modules",
                map(
                        "body",
                        map("Sequential", List.of(map("LazyLinear", map("out_features", width)), map("Tanh", map())))),
                "graph",
                map("input", "x", "modules", map("body", List.of("x")), "output", "body"));
    }

    private static Map<String, Object> algorithm(String name) {
        Map<String, Object> keys = map("name", name, "gamma", 0.9, "training_frequency", 2);
        switch (name) {
            case "PPO", "PPOSIL" -> {
                keys.remove("training_frequency");
                keys.putAll(map("lam", 0.9, "time_horizon", 8, "minibatch_size", 8, "training_epoch", 2));
                keys.putAll(map("clip_eps_spec", constant(0.2), "entropy_coef_spec", constant(0.01)));
            }
            case "Random" -> keys.keySet().removeAll(List.of("gamma", "training_frequency"));
            case "Reinforce", "SARSA" -> keys.put("training_frequency", 4);
            case "ActorCritic", "SIL" -> keys.put("lam", 0.9);
            default -> keys.put("training_start_step", 8);
        }
        if (name.equals("SARSA") || name.endsWith("DQN")) {
            keys.put("explore_var_spec", constant(0.3));
        }
        return keys;
    }

    private static Map<String, Object> memory(String algorithm) {
        if (Algorithms.has(algorithm, Trait.REPLAY)) {
            return map("name", "Replay", "batch_size", 4, "max_size", 1000);
        }
        return algorithm.endsWith("SIL")
                ? map("name", "OnPolicyBatchReplay", "batch_size", 4, "max_size", 1000)
                : map("name", "OnPolicyBatchReplay");
    }

    private static Map<String, Object> net(String type) {
        Map<String, Object> net =
                map("type", type, "hid_layers_activation", "tanh", "optim_spec", map("name", "Adam", "lr", 0.01));
        switch (type) {
            case "RecurrentNet" ->
                net.putAll(map("fc_hid_layers", List.of(2), "rnn_hidden_size", 2, "rnn_num_layers", 1, "seq_len", 3));
            case "ConvNet", "DuelingConvNet" ->
                net.putAll(map("conv_hid_layers", List.of(List.of(2, 3), List.of(2, 2)), "fc_hid_layers", List.of(4)));
            case "ImpalaCnn" -> {
                net.remove("hid_layers_activation");
                net.putAll(map("channels", List.of(2), "fc_hid_layers", List.of(4)));
            }
            case "HydraMLPNet" -> net.put("hid_layers", List.of(List.of(List.of(2)), List.of(3), List.of()));
            case "TorchArcNet" -> net.put("arc", arc(4));
            default -> net.put("hid_layers", List.of(4));
        }
        return net;
    }

    /// LunarLander, whose rewards vary, Catch for images, or Pendulum with its costs as rewards. All are cut,
    /// so that a run has several episodes.
    public static Example example(String algorithm, String net, boolean continuous) {
        String choices = net.contains("Conv") || net.endsWith("Cnn") ? "Catch-v0" : "LunarLander-v3";
        Map<String, Object> agent =
                map("algorithm", algorithm(algorithm), "memory", memory(algorithm), "net", net(net));
        Map<String, Object> env = map("name", continuous ? "Pendulum-v1" : choices, "num_envs", 2, "max_frame", 96);
        env.putAll(map("max_t", continuous ? 6 : 12, "reward_scale", continuous ? -0.4 : 5));
        Map<String, Object> meta = map("distributed", false, "max_session", 1);
        String name = algorithm + (continuous ? " continuous" : " discrete") + (net.equals("MLPNet") ? "" : " " + net);
        return new Example(name, algorithm, net, continuous, map("agent", agent, "env", env, "meta", meta));
    }

    public static List<Example> all() {
        List<Example> stack = new ArrayList<>();
        for (String algorithm : Algorithms.ALL.names()) {
            boolean deterministic = algorithm.equals("TD3") || algorithm.equals("DDPG");
            if (!deterministic) {
                stack.add(example(algorithm, "MLPNet", false));
            }
            if (!algorithm.equals("SARSA") && !algorithm.endsWith("DQN")) {
                stack.add(example(algorithm, "MLPNet", true));
            }
        }
        stack.add(example("DQN", "DuelingMLPNet", false));
        stack.add(example("DQN", "ConvNet", false));
        stack.add(example("DQN", "DuelingConvNet", false));
        stack.add(example("DQN", "ImpalaCnn", false));
        stack.add(example("HydraDQN", "HydraMLPNet", false));
        stack.add(example("DoubleDQN", "RecurrentNet", false));
        stack.add(example("PPO", "RecurrentNet", false));
        stack.add(example("PPOSIL", "RecurrentNet", true));
        stack.add(example("PPO", "TorchArcNet", true));
        stack.add(example("SoftActorCritic", "TorchArcNet", true));
        Setting prioritized = new Setting("agent.memory.name", "PrioritizedReplay");
        Setting beta = new Setting("agent.memory.beta", 0.6);
        Setting pole = new Setting("env.name", "CartPole-v1"); // the pole falls, the others' episodes are cut
        Setting longer = new Setting("env.max_t", 30);
        stack.add(example("DQN", "MLPNet", false).with("priorities", prioritized, beta, pole, longer));
        stack.add(example("SoftActorCritic", "MLPNet", true).with("priorities", prioritized, beta));
        Setting episodes = new Setting("agent.memory.name", "OnPolicyReplay");
        stack.add(example("PPO", "MLPNet", false)
                .with(
                        "episodes",
                        episodes,
                        new Setting("agent.algorithm.time_horizon", 128),
                        new Setting("agent.algorithm.training_frequency", 2),
                        new Setting("env.max_frame", 160)));
        stack.add(example("ActorCritic", "MLPNet", true).with("without lam", new Setting("agent.algorithm.lam", null)));
        stack.add(example("ActorCritic", "MLPNet", false)
                .with("shared", new Setting("agent.net.shared", true), pole, longer));
        stack.add(example("ActorCritic", "MLPNet", true)
                .with(
                        "actor_optim_spec",
                        new Setting("agent.net.actor_optim_spec", map("name", "Adam", "lr", 0.02)),
                        new Setting("agent.net.optim_spec", map())));
        stack.add(example("CrossQ", "MLPNet", true).with("critic_net", new Setting("agent.critic_net", net("MLPNet"))));
        return stack;
    }
}
