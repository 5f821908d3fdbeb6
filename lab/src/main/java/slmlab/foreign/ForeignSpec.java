package slmlab.foreign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.Plan;
import slmlab.reference.NewSpec;
import slmlab.spec.SpecFile;
import slmlab.spec.text.Flow;

/// A spec of this lab for a policy of another library: the usual settings of the algorithm in the env, with the
/// policy's own net and its hyperparameters in place of them.
final class ForeignSpec {
    private static final Set<String> ACTIVATIONS =
            Set.of("relu", "tanh", "selu", "leakyrelu", "sigmoid", "elu", "gelu", "silu", "softplus", "identity");

    private final ForeignPolicy policy;
    private final Map<String, Object> algorithm;
    private final Map<String, Object> memory;
    private final Map<String, Object> net;
    private final Map<String, Object> env;

    private ForeignSpec(
            ForeignPolicy policy,
            Map<String, Object> algorithm,
            Map<String, Object> memory,
            Map<String, Object> net,
            Map<String, Object> env) {
        this.policy = policy;
        this.algorithm = algorithm;
        this.memory = memory;
        this.net = net;
        this.env = env;
    }

    /// @param envId id of the env, which a model does not name
    /// @param name of the spec; null for the algorithm's and the env's
    static Plan plan(ForeignPolicy policy, WeightNames names, String envId, @Nullable String name) {
        Map<String, Object> file = mapping(Flow.read(NewSpec.text("spec.yaml", names.algorithm(), envId)));
        String usual = file.keySet().iterator().next();
        Map<String, Object> spec = child(file, usual);
        Map<String, Object> agent = child(spec, "agent");
        new ForeignSpec(
                        policy,
                        child(agent, "algorithm"),
                        child(agent, "memory"),
                        child(agent, "net"),
                        child(spec, "env"))
                .fill(names, envId);
        String own = name == null ? usual : name;
        return Plan.read(SpecFile.of(policy.model(), Map.of(own, spec)), own);
    }

    private void fill(WeightNames names, String envId) {
        net.put("type", "MLPNet");
        net.put("hid_layers", names.widths(policy.tensors()));
        String activation = policy.activation().toLowerCase(Locale.ROOT);
        if (!ACTIVATIONS.contains(activation)) {
            throw new IllegalArgumentException(
                    "%s: the activation %s cannot be imported".formatted(policy.model(), policy.activation()));
        }
        net.put("hid_layers_activation", activation);
        env.remove("normalize_obs");
        normalize(policy.normalizer());
        copy("n_envs", env, "num_envs");
        copy("gamma", algorithm, "gamma");
        policy.setting("learning_rate")
                .ifPresent(rate -> child(net, "optim_spec").put("lr", rate));
        switch (names.algorithm()) {
            case "PPO" -> {
                policyGradient(envId);
                copy("n_steps", algorithm, "time_horizon");
                copy("batch_size", algorithm, "minibatch_size");
                copy("n_epochs", algorithm, "training_epoch");
                policy.setting("clip_range").ifPresent(eps -> algorithm.put("clip_eps_spec", constant(eps)));
            }
            case "ActorCritic" -> {
                policyGradient(envId);
                copy("n_steps", algorithm, "training_frequency");
                algorithm.remove("num_step_returns");
            }
            default -> {
                copy("batch_size", memory, "batch_size");
                copy("buffer_size", memory, "max_size");
                copy("learning_starts", algorithm, "training_start_step");
                if (!names.algorithm().equals("DQN")) { // DQN replaces its target network
                    copy("tau", net, "polyak_coef");
                }
                copy("policy_delay", algorithm, "policy_delay");
                copy("target_policy_noise", algorithm, "target_noise");
                copy("target_noise_clip", algorithm, "target_noise_clip");
                if (!names.algorithm().equals("TD3")) {
                    List.of("policy_delay", "target_noise", "target_noise_clip").forEach(algorithm::remove);
                }
            }
        }
    }

    private void normalize(@Nullable Map<String, Object> normalizer) {
        if (normalizer != null) {
            env.put("normalize_obs", true);
            env.put("clip_obs", normalizer.getOrDefault("clip", 10.0));
            if (!Objects.equals(normalizer.get("eps"), 1e-8)) {
                throw new IllegalArgumentException(
                        "%s: the epsilon of the normalizer is %s; normalize_obs has 1e-8, and no other"
                                .formatted(policy.model(), normalizer.get("eps")));
            }
        }
    }

    private void policyGradient(String envId) {
        net.put("shared", false);
        copy("gae_lambda", algorithm, "lam");
        copy("vf_coef", algorithm, "val_loss_coef");
        copy("max_grad_norm", net, "clip_grad_val");
        policy.setting("ent_coef").ifPresent(coef -> algorithm.put("entropy_coef_spec", constant(coef)));
        try (VecEnv one = Envs.make(envId, 1, Map.of())) {
            if (one.actionSpace() instanceof Space.Box) {
                net.put("log_std_init", 0.0); // one learned number for each action
            }
        }
    }

    private void copy(String theirs, Map<String, Object> to, String own) {
        policy.setting(theirs).ifPresent(value -> {
            boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
            to.put(own, isWhole ? (Object) (long) value : (Object) value);
        });
    }

    private static Map<String, Object> constant(double value) {
        return Map.of("name", "no_decay", "start_val", value);
    }

    private static Map<String, Object> mapping(@Nullable Object read) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(read)).forEach((key, value) -> copy.put((String) key, value));
        return copy;
    }

    private static Map<String, Object> child(Map<String, Object> parent, String key) {
        Map<String, Object> child = mapping(parent.getOrDefault(key, Map.of()));
        parent.put(key, child);
        return child;
    }
}
