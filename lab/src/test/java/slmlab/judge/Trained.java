package slmlab.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// Small agents of every kind, trained for the moment that a test needs.
public final class Trained {
    public static final String PPO = """
            {name: PPO, gamma: 0.98, lam: 0.8, clip_eps_spec: {name: no_decay, start_val: 0.2}, val_loss_coef: 0.5,
             entropy_coef_spec: {name: no_decay, start_val: 0.0}, time_horizon: 32, minibatch_size: 256,
             training_epoch: 20}""";
    public static final String DQN = """
            {name: DoubleDQN, action_policy: epsilon_greedy, gamma: 0.99, training_batch_iter: 1, training_iter: 1,
             training_frequency: 4, training_start_step: 64,
             explore_var_spec: {name: linear_decay, start_val: 1, end_val: 0.1, start_step: 0, end_step: 900}}""";
    public static final String SAC = """
            {name: SoftActorCritic, gamma: 0.99, training_iter: 1, training_frequency: 4, training_start_step: 64}""";
    public static final String ROLLOUT = "{name: OnPolicyBatchReplay}";
    public static final String REPLAY = "{name: Replay, batch_size: 16, max_size: 500, use_cer: false}";
    public static final String LEARNING =
            "clip_grad_val: 0.5, optim_spec: {name: Adam, lr: 0.001}, init_fn: orthogonal_, actor_init_std: 0.01";
    public static final String MLP =
            "{type: MLPNet, shared: false, hid_layers: [64, 64], hid_layers_activation: tanh, %s}".formatted(LEARNING);
    public static final String TARGETS =
            "optim_spec: {name: Adam, lr: 0.001}, update_type: polyak, update_frequency: 1, " + "polyak_coef: 0.01";

    private Trained() {}

    /// Train an agent.
    ///
    /// @param env keys of the env section
    static RunFolder run(Path folder, String algorithm, String memory, String net, String env, long seed) {
        String text = """
                judged:
                  agent:
                    name: judged
                    algorithm: %s
                    memory: %s
                    net: %s
                  env: {%s}
                  meta: {distributed: false, log_frequency: 2000, max_session: 1}
                """.formatted(line(algorithm), line(memory), line(net), env);
        try {
            Path file = Files.writeString(folder.resolve("judged.yaml"), text);
            Plan plan = Plan.read(SpecFile.read(file, Map.of()), "judged");
            RunOptions options = RunOptions.defaults().data(folder).threads(1).seed(seed);
            return Lab.run(plan, options, Listener.NONE).folder();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(String text) {
        return text.replace("\n", " ");
    }

    /// Train and read an agent.
    public static TrainedAgent player(Path folder, String algorithm, String memory, String net, String env) {
        return TrainedAgent.read(run(folder, algorithm, memory, net, env, 1), 0, false);
    }
}
