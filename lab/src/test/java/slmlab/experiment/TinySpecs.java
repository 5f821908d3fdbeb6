package slmlab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// Specs that learn in moments, as a user would write them.
public final class TinySpecs {
    private static final String MLP = """
            {"type": "MLPNet", "shared": false, "hid_layers": [8], "hid_layers_activation": "tanh",
             "clip_grad_val": 0.5, "optim_spec": {"name": "Adam", "lr": 0.01}}""";
    private static final String GRU = """
            {"type": "RecurrentNet", "shared": true, "cell_type": "GRU", "fc_hid_layers": [], "rnn_hidden_size": 8,
             "rnn_num_layers": 1, "seq_len": 4, "hid_layers_activation": "relu", "clip_grad_val": 0.5,
             "optim_spec": {"name": "Adam", "lr": 0.01}}""";
    private static final String Q_NET = """
            {"type": "MLPNet", "hid_layers": [8], "hid_layers_activation": "relu", "optim_spec": {"name": "Adam", "lr": 0.01},
             "update_type": "polyak", "update_frequency": 1, "polyak_coef": 0.01}""";
    private static final String ROLLOUT = "{\"name\": \"OnPolicyBatchReplay\"}";
    private static final String EPISODES = "{\"name\": \"OnPolicyReplay\"}";
    private static final String REPLAY = """
            {"name": "Replay", "batch_size": 16, "max_size": 500, "use_cer": false}""";
    private static final String PRIORITIES = """
            {"name": "PrioritizedReplay", "alpha": 0.6, "epsilon": 0.0001, "batch_size": 16, "max_size": 500}""";
    private static final String PPO = """
            {"name": "PPO", "gamma": 0.99, "lam": 0.95, "time_horizon": 16, "minibatch_size": 32, "training_epoch": 2,
             "clip_eps_spec": {"name": "linear_decay", "start_val": 0.2, "end_val": 0.1, "start_step": 0, "end_step": 900},
             "entropy_coef_spec": {"name": "no_decay", "start_val": 0.01}, "val_loss_coef": 0.5}""";
    private static final String A2C = """
            {"name": "ActorCritic", "gamma": 0.99, "num_step_returns": 5, "val_loss_coef": 0.5,
             "entropy_coef_spec": {"name": "no_decay", "start_val": 0.01}, "training_frequency": 5}""";
    private static final String REINFORCE = """
            {"name": "Reinforce", "gamma": 0.99, "training_frequency": 1,
             "entropy_coef_spec": {"name": "linear_decay", "start_val": 0.01, "end_val": 0, "start_step": 0, "end_step": 900}}""";

    private static final String DQN = """
            {"name": "DoubleDQN", "action_policy": "epsilon_greedy", "gamma": 0.99, "training_batch_iter": 1,
             "training_iter": 1, "training_frequency": 4, "training_start_step": 64,
             "explore_var_spec": {"name": "linear_decay", "start_val": 1, "end_val": 0.1, "start_step": 0, "end_step": 900}}""";
    private static final String SAC = """
            {"name": "SoftActorCritic", "gamma": 0.99, "training_iter": 1, "training_frequency": 4,
             "training_start_step": 64}""";

    private static final Map<String, Agent> AGENTS = Map.of(
            "ppo", new Agent(PPO, ROLLOUT, MLP, "CartPole-v1", 4),
            "ppo_rnn", new Agent(PPO, ROLLOUT, GRU, "CartPole-v1", 4),
            "ppo_pendulum", new Agent(PPO, ROLLOUT, MLP, "Pendulum-v1", 4),
            "a2c", new Agent(A2C, ROLLOUT, MLP, "CartPole-v1", 4),
            "reinforce", new Agent(REINFORCE, EPISODES, MLP, "CartPole-v1", 1),
            "ddqn_per", new Agent(DQN, PRIORITIES, Q_NET, "CartPole-v1", 4),
            "sac", new Agent(SAC, REPLAY, Q_NET, "Pendulum-v1", 1));

    private TinySpecs() {}

    private record Agent(String algorithm, String memory, String net, String env, int envs) {}

    /// The text of a spec file with one of: ppo, ppo_rnn, ppo_pendulum, a2c, reinforce, ddqn_per, sac.
    ///
    /// @param env more keys of the env section, `"normalize_obs": true` for example
    /// @param meta more keys of the meta section
    public static String text(String name, String env, String meta) {
        Agent agent = Objects.requireNonNull(AGENTS.get(name));
        return """
                {"%s": {
                  "agent": {"name": "%s", "algorithm": %s, "memory": %s, "net": %s},
                  "env": {"name": "%s", "num_envs": %d, %s},
                  "meta": {"distributed": false, %s}}}
                """.formatted(
                        name,
                        name,
                        agent.algorithm,
                        agent.memory,
                        agent.net,
                        agent.env,
                        agent.envs,
                        with("max_frame", 1200, env),
                        with("max_session", 1, with("log_frequency", 100, meta)));
    }

    private static String with(String key, int value, String keys) {
        String own = "\"%s\": %d".formatted(key, value);
        return keys.isEmpty() ? own : keys.contains(key) ? keys : keys + ", " + own;
    }

    /// The same as a file `name.json` in a folder.
    public static Path file(Path folder, String name, String env, String meta) {
        try {
            return Files.writeString(folder.resolve(name + ".json"), text(name, env, meta));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same, read.
    public static Plan plan(Path folder, String name, String env, String meta) {
        return Plan.read(SpecFile.read(file(folder, name, env, meta), Map.of()), name);
    }

    /// Options with files in a folder.
    public static RunOptions options(Path data) {
        return RunOptions.defaults().data(data).threads(1);
    }
}
