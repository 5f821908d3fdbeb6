package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.experiment.plan.Learners;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.spec.SpecFile;
import slmlab.spec.key.ConfigException;
import slmlab.spec.text.SpecException;
import tools.jackson.databind.json.JsonMapper;

/// Every range check of every config record: a value that it refuses, and the next one, that it takes.
class RangeChecksTest {

    /// The record's file, a key's path in the spec, a value that is refused, one that is not, and what is said if
    /// that is not `key is value`. More settings that a row needs stand behind its path.
    private static final String TABLE = """
            Schedule      | agent.algorithm.clip_eps_spec.end_step       | 0               | 10     | end_step is 0
            Schedule      | agent.algorithm.clip_eps_spec.end_val        | null            | 0.1    | end_val is missing
            Schedule      | agent.algorithm.entropy_coef_spec.end_val    | 0.1             | 0      |
            NamedWrappers | env.wrappers | [{"name": "StickyActions", "probability": 1.5}] | [{"name": "StickyActions", "probability": 1}] | probability is 1.5
            NamedWrappers | env.wrappers | [{"name": "ActionRepeat", "repeat": 0}] | [{"name": "ActionRepeat", "repeat": 1}] | repeat is 0
            NamedWrappers | env.wrappers | [{"name": "ActionDelay", "steps": 0}] | [{"name": "ActionDelay", "steps": 1}] | steps is 0
            NamedWrappers | env.wrappers PENDULUM | [{"name": "DiscretizeAction", "bins": 1}] | [{"name": "DiscretizeAction", "bins": 2}] | bins is 1
            NamedWrappers | env.wrappers CONV | [{"name": "Resize", "width": 0, "height": 4}] | [{"name": "Resize", "width": 4, "height": 4}] | width is 0
            NamedWrappers | env.wrappers CONV | [{"name": "Resize", "width": 4, "height": 0}] | [{"name": "Resize", "width": 4, "height": 4}] | height is 0
            NamedWrappers | env.wrappers PENDULUM | [{"name": "RewardTerms", "weights": {"torque": "much"}}] | [{"name": "RewardTerms", "weights": {"torque": 2}}] | weights has torque
            NamedWrappers | env.wrappers | [{"name": "TimeAware", "limit": 0}] | [{"name": "TimeAware", "limit": 1}] | limit is 0
            NamedWrappers | env.wrappers | [{"name": "PotentialShaping", "gamma": 1.5}] | [{"name": "PotentialShaping", "gamma": 0.9}] | gamma is 1.5
            NamedWrappers | env.wrappers | [{"name": "PotentialShaping", "gamma": 0.9, "scale": 0}] | [{"name": "PotentialShaping", "gamma": 0.9, "scale": 0.1}] | scale is 0
            ActorCritic   | agent.algorithm.gamma                        | 1.5             | 1      |
            ActorCritic   | agent.algorithm.gamma                        | -0.1            | 0      |
            ActorCritic   | agent.algorithm.lam                          | 1.5             | 1      |
            ActorCritic   | agent.algorithm.lam                          | -0.1            | 0      |
            ActorCritic   | agent.algorithm.num_step_returns             | 0               | 1      |
            ActorCritic   | agent.algorithm.training_frequency           | 0               | 1      |
            Dqn           | agent.algorithm.gamma                        | 1.5             | 1      |
            Dqn           | agent.algorithm.gamma                        | -0.1            | 0      |
            Dqn           | agent.algorithm.training_frequency           | 0               | 1      |
            Dqn           | agent.algorithm.training_start_step          | -1              | 0      |
            Dqn           | agent.algorithm.training_iter                | 0               | 1      |
            Dqn           | agent.algorithm.training_batch_iter          | 0               | 1      |
            Dqn           | agent.algorithm.num_step_returns             | 0               | 1      |
            Dqn           | agent.memory.burn_in RNN                     | 4               | 3      |
            Ppo           | agent.algorithm.gamma                        | 1.5             | 1      |
            Ppo           | agent.algorithm.gamma                        | -0.1            | 0      |
            Ppo           | agent.algorithm.lam                          | 1.5             | 1      |
            Ppo           | agent.algorithm.lam                          | -0.1            | 0      |
            Ppo           | agent.algorithm.time_horizon                 | 0               | 1      |
            Ppo           | agent.algorithm.training_frequency           | 0               | 1      |
            Ppo           | agent.algorithm.minibatch_size               | 0               | 1      |
            Ppo           | agent.algorithm.training_epoch               | 0               | 1      |
            Ppo           | agent.algorithm.val_loss_coef                | -0.1            | 0      |
            Reinforce     | agent.algorithm.gamma                        | 1.5             | 1      |
            Reinforce     | agent.algorithm.gamma                        | -0.1            | 0      |
            Reinforce     | agent.algorithm.training_frequency           | 0               | 1      |
            SaRegularizer | agent.algorithm.sa_regularizer               | {"kappa": 0, "epsilon": 1} | {"kappa": 0.1, "epsilon": 1} | kappa is 0
            SaRegularizer | agent.algorithm.sa_regularizer               | {"kappa": 1, "epsilon": 0} | {"kappa": 1, "epsilon": 0.1} | epsilon is 0
            SaRegularizer | agent.algorithm.sa_regularizer               | {"kappa": 1, "epsilon": 1, "steps": 0} | {"kappa": 1, "epsilon": 1, "steps": 1} | steps is 0
            SaRegularizer | agent.algorithm.sa_regularizer CONV          | {"kappa": 1, "epsilon": 1} | null | needs observations of floats
            SaRegularizer | agent.algorithm.sa_regularizer RNN           | {"kappa": 1, "epsilon": 1} | null | perturbs one observation at a time
            SaRegularizer | agent.algorithm.sa_regularizer PENDULUM      | {"kappa": 1, "epsilon": 1, "loss": "hinge"} | {"kappa": 1, "epsilon": 1, "loss": "kl"} | loss is hinge, which compares
            Dqn           | agent.algorithm.sa_regularizer               | {"kappa": 1, "epsilon": 1, "loss": "kl"} | {"kappa": 1, "epsilon": 1, "loss": "hinge"} | loss is kl, which compares
            SacConfig     | agent.algorithm.gamma                        | 1.5             | 1      |
            SacConfig     | agent.algorithm.gamma                        | -0.1            | 0      |
            SacConfig     | agent.algorithm.training_frequency           | 0               | 1      |
            SacConfig     | agent.algorithm.training_start_step          | -1              | 0      |
            SacConfig     | agent.algorithm.training_iter                | 0               | 1      |
            SacConfig     | agent.algorithm.policy_delay                 | 0               | 1      |
            SacConfig     | agent.algorithm.target_entropy               | "low"           | "auto" | target_entropy is low
            SacConfig     | agent.algorithm.target_entropy               | true            | -3     |
            SacConfig     | agent.algorithm.log_alpha_min                | 2.5             | 2      |
            SacConfig     | agent.algorithm.alpha_lr                     | -0.1            | 0      |
            SacConfig     | agent.algorithm.fixed_alpha                  | -0.1            | 0      |
            SacConfig     | agent.algorithm.spectral_norm                | true            | false  |
            SacConfig     | agent.algorithm.entropy_penalty_coef         | 0.5             | 0      |
            SacConfig     | agent.algorithm.alpha_lr FIXED               | 0.1             | null   |
            SacConfig     | agent.algorithm.log_alpha_min FIXED          | -1              | -5     |
            SacConfig     | agent.algorithm.log_alpha_max FIXED          | 1               | 2      |
            SacConfig     | agent.algorithm.target_entropy FIXED         | 0.5             | "auto" |
            SacConfig     | agent.algorithm.entropy_anneal FIXED         | {}              | null   | entropy_anneal is given
            SacConfig     | agent.algorithm.entropy_anneal TARGET        | {}              | null   | entropy_anneal is given
            SoftActor     | agent.algorithm.action_pdtype                | "Argmax"        | "Categorical" | action_pdtype is Argmax
            Temperature   | agent.algorithm.entropy_anneal PENDULUM      | {}              | null   | entropy_anneal is given
            SacConfig     | agent.algorithm.alpha_anneal_frames          | -1              | 0      |
            SacConfig     | agent.algorithm.alpha_anneal_frames          | 1               | 0      | alpha_anneal_frames is 1; it takes
            Sarsa         | agent.algorithm.gamma                        | 1.5             | 1      |
            Sarsa         | agent.algorithm.gamma                        | -0.1            | 0      |
            Sarsa         | agent.algorithm.training_frequency           | 0               | 1      |
            SilConfig     | agent.algorithm.sil_policy_loss_coef         | -0.1            | 0      |
            SilConfig     | agent.algorithm.sil_val_loss_coef            | -0.1            | 0      |
            SilConfig     | agent.algorithm.training_iter                | 0               | 1      |
            SilConfig     | agent.algorithm.training_batch_iter          | 0               | 1      |
            Td3           | agent.algorithm.gamma                        | 1.5             | 1      |
            Td3           | agent.algorithm.gamma                        | -0.1            | 0      |
            Td3           | agent.algorithm.training_frequency           | 0               | 1      |
            Td3           | agent.algorithm.training_start_step          | -1              | 0      |
            Td3           | agent.algorithm.training_iter                | 0               | 1      |
            Td3           | agent.algorithm.policy_delay                 | 0               | 1      |
            Td3           | agent.algorithm.explore_noise                | -0.1            | 0      |
            Td3           | agent.algorithm.target_noise                 | -0.1            | 0      |
            Td3           | agent.algorithm.target_noise_clip            | -0.1            | 0.1    |
            Td3           | agent.algorithm.target_noise CLIP_0          | 0.2             | 0      |
            Td3           | agent.algorithm.target_noise_clip NOISE_0    | 0.3             | 0      |
            BoxHead       | agent.net.log_std_init BOUND                 | 2               | 1.9    |
            MemoryConfig  | agent.memory.batch_size REPLAY               | 0               | 1      |
            MemoryConfig  | agent.memory.max_size REPLAY                 | 15              | 16     |
            MemoryConfig  | agent.memory.alpha PER                       | -0.1            | 0      |
            MemoryConfig  | agent.memory.epsilon PER                     | -0.1            | 0      |
            MemoryConfig  | agent.memory.beta PER                        | 1.5             | 1      |
            MemoryConfig  | agent.memory.beta PER                        | -0.1            | 0      |
            MemoryConfig  | agent.memory.beta REPLAY                     | 0.5             | null   | beta is 0.5; only
            MemoryConfig  | agent.memory.alpha REPLAY                    | 0.5             | 0.6    | alpha is 0.5; only
            MemoryConfig  | agent.memory.epsilon REPLAY                  | 0.5             | 0.0001 | epsilon is 0.5; only
            MemoryConfig  | agent.memory.cross_entropy CROSS             | 1.5             | 1      |
            MemoryConfig  | agent.memory.cross_entropy CROSS             | -0.1            | 0      |
            MemoryConfig  | agent.memory.cross_entropy                   | 0.5             | 1      | cross_entropy is 0.5; only
            MemoryConfig  | agent.memory.burn_in RNN                     | -1              | 0      |
            BetaHead      | agent.net.log_std_init BETA                  | 0.5             | null   |
            BetaHead      | agent.net.log_std_bound BETA                 | "tanh"          | "clamp" | log_std_bound is tanh
            ImpalaBody    | agent.net.channels IMPALA                    | []              | [4]    |
            ConvBody      | agent.net.conv_hid_layers CONV               | []              | [[4, 2]]          |
            ConvBody      | agent.net.conv_hid_layers CONV               | [[4]]           | [[4, 2]]          | conv_hid_layers has [4]
            HydraBody     | agent.net.hid_layers HYDRA                   | [[[8]], [8]]    | [[[8]], [8], []]  |
            HydraBody     | agent.net.hid_layers HYDRA                   | [[[8]], [], []] | [[], [8], []]     |
            HydraBody     | agent.net.hid_layers HYDRA                   | [[[8], [8]], [8], []] | [[[8]], [8], []] | hid_layers has 2 heads
            TrainingSettings | agent.net.clip_grad_val                      | 0               | 0.1    |
            TrainingSettings | agent.net.clip_grad_by                       | "value"         | "norm" | clip_grad_by is value
            TrainingSettings | agent.net.update_frequency REPLAY            | 0               | 0.5    |
            TrainingSettings | agent.net.polyak_coef POLYAK                 | 1.5             | 1      |
            TrainingSettings | agent.net.polyak_coef POLYAK                 | -0.1            | 0      |
            ActionHead    | agent.net.log_std_init                       | 0               | null   |
            ActionHead    | agent.net.log_std_bound                      | "tanh"          | "clamp" | log_std_bound is tanh
            TrainingSettings | agent.net.actor_init_std                     | -0.1            | 0      |
            TrainingSettings | agent.net.critic_init_std                    | -0.1            | 0      |
            LossSpec      | agent.net.loss_spec.name                     | "Loss"          | "MSELoss" | name is Loss
            LossSpec      | agent.net.loss_spec.beta SMOOTH              | -0.1            | 0      |
            LossSpec      | agent.net.loss_spec.delta HUBER              | 0               | 0.1    |
            LossSpec      | agent.net.loss_spec.beta                     | 0.5             | 1      | beta is no setting of MSELoss
            LossSpec      | agent.net.loss_spec.delta                    | 0.5             | 1      | delta is no setting of MSELoss
            LrSpec        | agent.net.lr_scheduler_spec.name             | "Line"          | "LinearToZero" | name is Line
            LrSpec        | agent.net.lr_scheduler_spec.frame            | 0               | 0.5    |
            LrSpec        | agent.net.lr_scheduler_spec.min_factor       | 1.5             | 1      |
            LrSpec        | agent.net.lr_scheduler_spec.min_factor       | -0.1            | 0      |
            LrSpec        | agent.net.lr_scheduler_spec.step_size STEP   | 0               | 1      |
            LrSpec        | agent.net.lr_scheduler_spec.step_size STEP   | null            | 1      |
            LrSpec        | agent.net.lr_scheduler_spec.gamma EXP        | null            | 0.5    | gamma is missing
            LrSpec        | agent.net.lr_scheduler_spec.gamma EXP        | -0.1            | 0      |
            LrSpec        | agent.net.lr_scheduler_spec.milestones MULTI | []              | [1]    |
            LrSpec        | agent.net.lr_scheduler_spec.milestones STEP_1 | [1]            | []     | milestones is no setting
            LrSpec        | agent.net.lr_scheduler_spec.frame STEP_1     | 10              | null   | frame is no setting
            LrSpec        | agent.net.lr_scheduler_spec.min_factor ZERO  | 0.5             | 0      | min_factor is no setting
            LrSpec        | agent.net.lr_scheduler_spec.step_size ZERO   | 1               | null   | step_size is no setting
            LrSpec        | agent.net.lr_scheduler_spec.gamma ZERO       | 0.5             | null   | gamma is no setting
            MlpBody       | agent.net.hid_layers                         | []              | [1]    |
            MlpBody       | agent.net.hid_layers                         | [8, 0]          | [8, 1] |
            MlpBody       | agent.net.layer_norm CRITIC_BN               | true            | false  | batch_norm and layer_norm
            RunningNorms  | agent.net.batch_norm                         | true            | false  | batch_norm follows
            OptimSpec     | agent.net.optim_spec.optimizer LOOK          | null            | "Adam" | optimizer is missing
            OptimSpec     | agent.net.optim_spec.optimizer LOOK          | "Lookahead"     | "SGD"  | optimizer is Lookahead
            OptimSpec     | agent.net.optim_spec.name                    | "Ada"           | "Adam" | name is Ada
            OptimSpec     | agent.net.optim_spec.momentum                | 0.9             | null   | momentum is no setting of Adam
            OptimSpec     | agent.net.optim_spec.optimizer               | "SGD"           | null   | optimizer is no setting of Adam
            OptimSpec     | agent.net.optim_spec.lr                      | -0.1            | 0      |
            OptimSpec     | agent.net.optim_spec.dampening SGD           | 0.5             | 0      |
            RecurrentBody | agent.net.rnn_hidden_size RNN                | 0               | 1      |
            RecurrentBody | agent.net.rnn_num_layers RNN                 | 0               | 1      |
            RecurrentBody | agent.net.seq_len RNN                        | 0               | 1      |
            RecurrentBody | agent.net.bidirectional RNN                  | true            | false  |
            EnvConfig     | env.name                                     | " "             | "CartPole-v1" | name is blank
            EnvConfig     | env.num_envs                                 | 0               | 1      |
            EnvConfig     | env.max_t                                    | 0               | 1      |
            EnvConfig     | env.max_frame                                | 0               | 1      |
            EnvConfig     | env.clip_obs                                 | 0               | 0.1    |
            EnvConfig     | env.clip_reward                              | 0               | 0.1    |
            EnvConfig     | env.clip_reward                              | [1, 1]          | [1, 1.5] | clip_reward is a list
            EnvConfig     | env.reward_scale                             | "some"          | "sign" | reward_scale is
            EnvConfig     | env.frame_op_len                             | 0               | 1      |
            EnvConfig     | env.frame_op                                 | "concat"        | null   | frame_op needs
            EnvConfig     | env.frame_op_len                             | 2               | 1      |
            EnvConfig     | env.image_downsize                           | [84]            | null   |
            EnvConfig     | env.image_downsize                           | [84, 0]         | null   |
            EnvConfig     | env.threads                                  | 0               | 1      |
            EnvConfig     | env.threads                                  | 1025            | 1024   |
            MetaConfig    | meta.search_resources.cpu                    | 0               | 0.5    |
            MetaConfig    | meta.search_resources.gpu                    | -1              | 0      |
            MetaConfig    | meta.search_scheduler.grace_period           | 0               | 1      |
            MetaConfig    | meta.search_scheduler.reduction_factor       | 1               | 1.5    |
            MetaConfig    | meta.search_scheduler.max_t                  | 9               | 10     |
            MetaConfig    | meta.search_scheduler.brackets               | 0               | 1      |
            MetaConfig    | meta.search_pbt.interval                     | 0               | 1      |
            MetaConfig    | meta.search_scheduler PBT                    | {"grace_period": 9} | null | trains every trial to its end
            MetaConfig    | meta.log_frequency                           | 0               | 1      |
            MetaConfig    | meta.eval_frequency                          | 0               | 1      |
            MetaConfig    | meta.rigorous_eval                           | -1              | 0      |
            MetaConfig    | meta.max_session                             | 0               | 1      |
            MetaConfig    | meta.max_trial                               | 0               | 1      |
            MetaConfig    | meta.early_stop.plateau_frames               | 0               | 1      |
            MetaConfig    | meta.early_stop                              | {}              | null   | early_stop is empty
            MetaConfig    | meta.keep                                    | {"every": 0}    | {"every": 1} | every is 0
            MetaConfig    | meta.keep                                    | {"every": 1, "last": -1} | {"every": 1, "last": 0} | last is -1
            MetaConfig    | meta.keep                                    | {"every": 1, "last": 1, "top": -1} | {"every": 1, "last": 1, "top": 0} | top is -1
            MetaConfig    | meta.keep                                    | {"every": 1, "top": 2} | {"every": 1, "last": 0, "top": 2} | but all are kept
            MetaConfig    | meta.early_stop WORKERS                      | {"mean_return": 9} | null | ends sessions one by one
            AgentSpec     | agent.init_from                              | {"run": " "}    | null   | run is blank
            AgentSpec     | agent.init_from                              | {"run": "x", "session": -1} | {"run": "x", "session": 0} | session is -1
            AgentSpec     | agent.init_from                              | {"run": "x", "best": true, "optimizer": true} | {"run": "x", "optimizer": true} | is true beside best
            """;

    /// Files with checks that no spec can reach: another refuses it before, or no env here has such actions.
    private static final List<String> INTERNAL = List.of("ArcBody", "SoftActor", "Tail");

    private static final Map<String, String> ALGORITHMS = Map.of(
            "ActorCritic", "ActorCritic",
            "Dqn", "DQN",
            "Reinforce", "Reinforce",
            "RunningNorms", "ActorCritic",
            "SacConfig", "SoftActorCritic",
            "Sarsa", "SARSA",
            "SilConfig", "SIL",
            "SoftActor", "SoftActorCritic",
            "Temperature", "SoftActorCritic",
            "Td3", "TD3");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    record Row(String file, String path, String setting, String refused, String taken, String words) {
        @Override
        public String toString() {
            return "%s: %s %s".formatted(file, path, refused);
        }
    }

    static List<Row> rows() {
        return TABLE.lines()
                .map(line -> {
                    String[] cells = line.split("\\|", -1);
                    String[] where = cells[1].strip().split(" ", 2);
                    String key = where[0].substring(where[0].lastIndexOf('.') + 1);
                    String refused = cells[2].strip();
                    String words = cells[4].strip();
                    return new Row(
                            cells[0].strip(),
                            where[0],
                            where.length > 1 ? where[1] : "",
                            refused,
                            cells[3].strip(),
                            words.isEmpty() ? key + " is " + refused : words);
                })
                .toList();
    }

    private static Object json(String text) {
        return JsonMapper.shared().readValue(text, Object.class);
    }

    @SuppressWarnings("unchecked") // sections are maps by text keys
    private static void put(Map<String, Object> spec, String path, Object value) {
        String[] keys = path.split("\\.", -1);
        Map<String, Object> section = spec;
        for (int i = 0; i < keys.length - 1; i++) {
            section = (Map<String, Object>)
                    Objects.requireNonNull(section.computeIfAbsent(keys[i], _ -> new LinkedHashMap<String, Object>()));
        }
        section.put(keys[keys.length - 1], value);
    }

    private static Map<String, Object> spec(Row row) {
        String algorithm = switch (row.setting) {
            case "REPLAY", "PER", "RNN", "HYDRA", "POLYAK", "REPLACE" -> "DQN";
            default -> ALGORITHMS.getOrDefault(row.file, "PPO");
        };
        boolean replay = List.of("DQN", "SoftActorCritic", "TD3").contains(algorithm);
        Map<String, Object> spec = new LinkedHashMap<>();
        put(spec, "agent.name", "test");
        put(spec, "agent.algorithm.name", algorithm);
        put(spec, "agent.algorithm.gamma", 0.9);
        put(spec, "agent.algorithm.training_frequency", 1);
        String memory = replay ? "Replay" : algorithm.equals("Reinforce") ? "OnPolicyReplay" : "OnPolicyBatchReplay";
        put(spec, "agent.memory.name", memory);
        put(spec, "agent.net.type", "MLPNet");
        put(spec, "agent.net.shared", false);
        put(spec, "agent.net.hid_layers", List.of(8));
        put(spec, "agent.net.hid_layers_activation", "relu");
        put(spec, "agent.net.optim_spec.name", "Adam");
        put(spec, "env.name", algorithm.equals("TD3") ? "Pendulum-v1" : "CartPole-v1");
        put(spec, "env.num_envs", 1);
        put(spec, "env.max_frame", 100);
        put(spec, "meta.distributed", false);
        put(spec, "meta.max_session", 1);
        if (replay) {
            put(spec, "agent.memory.batch_size", 16);
            put(spec, "agent.memory.max_size", 100);
        }
        if (algorithm.equals("PPO")) {
            put(spec, "agent.algorithm.clip_eps_spec", json("""
                    {"name": "linear_decay", "start_val": 0.2, "end_val": 0.1, "start_step": 10, "end_step": 20}"""));
            put(spec, "agent.algorithm.entropy_coef_spec", json("{\"name\": \"no_decay\", \"start_val\": 0}"));
        }
        if (row.path.startsWith("agent.net.lr_scheduler_spec")) {
            put(spec, "agent.net.lr_scheduler_spec", json("{\"name\": \"LinearToMin\", \"frame\": 100}"));
        }
        if (row.path.startsWith("meta.search_scheduler")) {
            put(spec, "meta.search_scheduler.grace_period", row.path.endsWith("max_t") ? 10 : 1);
        }
        set(spec, row.setting);
        return spec;
    }

    private static void set(Map<String, Object> spec, String setting) {
        String net = "agent.net.";
        switch (setting) {
            case "REPLAY" -> put(spec, "agent.memory.name", "Replay");
            case "PER" -> put(spec, "agent.memory.name", "PrioritizedReplay");
            case "RNN" -> {
                put(spec, "agent.net", json("""
                        {"type": "RecurrentNet", "cell_type": "GRU", "fc_hid_layers": [], "rnn_hidden_size": 8,
                         "seq_len": 4, "hid_layers_activation": "relu", "optim_spec": {"name": "Adam"}}"""));
            }
            case "CONV" -> {
                put(spec, "agent.net", json("""
                        {"type": "ConvNet", "conv_hid_layers": [[4, 2]], "fc_hid_layers": [8], "hid_layers_activation": "relu", "batch_norm": false,
                         "optim_spec": {"name": "Adam"}}"""));
                put(spec, "env.name", "Catch-v0");
            }
            case "IMPALA" -> {
                put(spec, "agent.net", json("""
                        {"type": "ImpalaCnn", "fc_hid_layers": [8], "optim_spec": {"name": "Adam"}}"""));
                put(spec, "env.name", "Catch-v0");
            }
            case "BETA" -> {
                put(spec, "agent.algorithm.action_pdtype", "Beta");
                put(spec, "env.name", "Pendulum-v1");
            }
            case "HYDRA" -> put(spec, "agent.net.type", "HydraMLPNet");
            case "CROSS" -> put(spec, "agent.memory.name", "OnPolicyCrossEntropy");
            case "FIXED" -> put(spec, "agent.algorithm.fixed_alpha", 0.2);
            case "TARGET" -> put(spec, "agent.algorithm.target_entropy", 0.5);
            case "CLIP_0" -> put(spec, "agent.algorithm.target_noise_clip", 0);
            case "NOISE_0" -> put(spec, "agent.algorithm.target_noise", 0);
            case "PENDULUM" -> put(spec, "env.name", "Pendulum-v1");
            case "STEP_1" -> put(spec, net + "lr_scheduler_spec", json("{\"name\": \"StepLR\", \"step_size\": 1}"));
            case "ZERO" -> put(spec, net + "lr_scheduler_spec", json("{\"name\": \"LinearToZero\", \"frame\": 9}"));
            case "SGD" -> put(spec, net + "optim_spec.name", "SGD");
            case "POLYAK" -> put(spec, net + "update_type", "polyak");
            case "REPLACE" -> put(spec, net + "update_type", "replace");
            case "BOUND" -> {
                put(spec, net + "log_std_bound", "tanh");
                put(spec, "env.name", "Pendulum-v1");
            }
            case "PBT" -> put(spec, "meta.search_pbt", json("{\"interval\": 9}"));
            case "WORKERS" -> put(spec, "meta.distributed", "synced");
            case "SMOOTH" -> put(spec, net + "loss_spec.name", "SmoothL1Loss");
            case "HUBER" -> put(spec, net + "loss_spec.name", "HuberLoss");
            case "STEP" -> put(spec, net + "lr_scheduler_spec", json("{\"name\": \"StepLR\"}"));
            case "EXP" -> put(spec, net + "lr_scheduler_spec", json("{\"name\": \"ExponentialLR\"}"));
            case "MULTI" -> put(spec, net + "lr_scheduler_spec", json("{\"name\": \"MultiStepLR\"}"));
            case "LOOK" -> put(spec, net + "optim_spec.name", "Lookahead");
            case "CRITIC_BN" -> put(spec, net + "batch_norm", true);
            default -> assertThat(setting).isEmpty();
        }
    }

    /// Reads a spec, and makes what it describes.
    private void read(Row row, String value) {
        Map<String, Object> spec = spec(row);
        put(spec, row.path, json(value));
        Path file = temp.resolve("spec.json");
        JsonFile.write(file, Map.of("test", spec));
        new Learners(Plan.read(SpecFile.read(file, Map.of()), "test"), 0, 1)
                .of(0)
                .close();
    }

    private String refusal(Row row) {
        try {
            read(row, row.refused);
        } catch (SpecException | ConfigException e) {
            return String.valueOf(e.getMessage()).replaceAll(" +", " "); // keys and texts stand in columns
        }
        return "";
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aValueOutsideIsRefusedAndTheNextIsNot(Row row) {
        assertThat(refusal(row)).contains(row.words);
        read(row, row.taken);
    }

    /// The messages of all checks of a file: the first text with a blank in each call of `that`, after its key.
    private static List<String> formats(String source) {
        List<String> formats = new ArrayList<>();
        Matcher call = Pattern.compile("(?<![\\w.])that\\(").matcher(source);
        while (call.find()) {
            Matcher text = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"").matcher(source);
            int from = call.end();
            while (text.find(from) && !text.group(1).contains(" ")) {
                from = text.end();
            }
            Matcher key = Pattern.compile("\\s*\"([a-z_]+)\",").matcher(source).region(call.end(), source.length());
            formats.add(
                    (key.lookingAt() ? key.group(1) + " " : "") + text.group(1).replace("\\\"", "\""));
        }
        return formats;
    }

    @Test
    void everyCheckHasARow() throws IOException {
        Map<Row, String> refusals = new LinkedHashMap<>();
        rows().forEach(row -> refusals.put(row, refusal(row)));
        List<String> missing = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                String name = file.getFileName().toString().replace(".java", "");
                boolean checks = source.contains("import static slmlab.spec.key.Check.that;");
                for (String format : checks ? formats(source) : List.<String>of()) {
                    Pattern pattern = Pattern.compile(Stream.of(format.split("%[sd]", -1))
                            .map(Pattern::quote)
                            .reduce((a, b) -> a + ".*" + b)
                            .orElseThrow());
                    boolean told = refusals.entrySet().stream()
                            .filter(row -> row.getKey().file.equals(name))
                            .anyMatch(row -> pattern.matcher(row.getValue()).find());
                    if (!told && !INTERNAL.contains(name)) {
                        missing.add(name + ": " + format);
                    }
                }
            }
        }
        assertThat(missing).as("checks without a row in this test's table").isEmpty();
    }
}
