package slmlab.spec.upstream;

import java.util.Map;
import java.util.Optional;

/// Names that other libraries give to our keys. They are not understood, since their values may mean something else;
/// an error names ours.
public final class OtherLibraries {

    /// The other name, and the path of our key.
    private static final Map<String, String> TABLE = Map.ofEntries(
            Map.entry("learning_rate", "agent.net.optim_spec.lr"),
            Map.entry("ent_coef", "agent.algorithm.entropy_coef_spec"),
            Map.entry("vf_coef", "agent.algorithm.val_loss_coef"),
            Map.entry("n_steps", "agent.algorithm.time_horizon"),
            Map.entry("num_steps", "agent.algorithm.time_horizon"),
            Map.entry("n_epochs", "agent.algorithm.training_epoch"),
            Map.entry("update_epochs", "agent.algorithm.training_epoch"),
            Map.entry("clip_range", "agent.algorithm.clip_eps_spec"),
            Map.entry("clip_coef", "agent.algorithm.clip_eps_spec"),
            Map.entry("gae_lambda", "agent.algorithm.lam"),
            Map.entry("learning_starts", "agent.algorithm.training_start_step"),
            Map.entry("train_freq", "agent.algorithm.training_frequency"),
            Map.entry("gradient_steps", "agent.algorithm.training_iter"),
            Map.entry("tau", "agent.net.polyak_coef"),
            Map.entry("max_grad_norm", "agent.net.clip_grad_val"),
            Map.entry("net_arch", "agent.net.hid_layers"),
            Map.entry("buffer_size", "agent.memory.max_size"),
            Map.entry("n_envs", "env.num_envs"),
            Map.entry("total_timesteps", "env.max_frame"),
            Map.entry("n_timesteps", "env.max_frame"));

    private OtherLibraries() {}

    /// Return the path of the key that a name of another library stands for.
    ///
    /// @param key the name, or a path that ends in it
    public static Optional<String> path(String key) {
        return Optional.ofNullable(TABLE.get(key.substring(key.lastIndexOf('.') + 1)));
    }
}
