package slmlab.foreign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;

/// Which weight of another library is which one here, by the beginnings of their names: layer by layer both are
/// PyTorch's. `LAST` stands for the index of the layer behind the hidden ones.
///
/// @param algorithm what the lab calls it
/// @param names beginnings of names here, with those there; the first that fits counts
/// @param hidden beginning of the names, there, of the layers that become `hid_layers`
record WeightNames(String algorithm, SequencedMap<String, String> names, String hidden) {
    private static final String LAST = "LAST";
    private static final String TARGET = "target_";

    private static final WeightNames SB3_POLICY_GRADIENT = of(
            "",
            "mlp_extractor.policy_net.",
            "net.model.",
            "mlp_extractor.policy_net.",
            "net.tails.0.",
            "action_net.",
            "net.log_std",
            "log_std",
            "critic_net.model.",
            "mlp_extractor.value_net.",
            "critic_net.tails.0.",
            "value_net.");
    private static final WeightNames CLEANRL_PPO = of(
            "PPO",
            "actor.",
            "net.model.",
            "actor.",
            "net.tails.0.",
            "actor.LAST.",
            "critic_net.model.",
            "critic.",
            "critic_net.tails.0.",
            "critic.LAST.");
    private static final WeightNames CLEANRL_PPO_CONTINUOUS = of(
            "PPO",
            "actor_mean.",
            "net.model.",
            "actor_mean.",
            "net.tails.0.",
            "actor_mean.LAST.",
            "net.log_std",
            "actor_logstd",
            "critic_net.model.",
            "critic.",
            "critic_net.tails.0.",
            "critic.LAST.");
    private static final WeightNames CLEANRL_DQN =
            of("DQN", "network.", "net.model.", "network.", "net.tails.0.", "network.LAST.");
    private static final Map<String, WeightNames> SB3 = Map.of(
            "PPO", SB3_POLICY_GRADIENT.as("PPO"),
            "A2C", SB3_POLICY_GRADIENT.as("ActorCritic"),
            "DQN",
                    of(
                            "DQN",
                            "q_net.q_net.",
                            "net.model.",
                            "q_net.q_net.",
                            "net.tails.0.",
                            "q_net.q_net.LAST.",
                            "target_net.model.",
                            "q_net_target.q_net.",
                            "target_net.tails.0.",
                            "q_net_target.q_net.LAST."),
            "SAC",
                    of(
                            "SoftActorCritic",
                            "actor.latent_pi.",
                            "net.model.",
                            "actor.latent_pi.",
                            "net.tails.0.0.",
                            "actor.mu.",
                            "net.tails.1.0.",
                            "actor.log_std.",
                            "q1_net.model.",
                            "critic.qf0.",
                            "q1_net.tails.0.",
                            "critic.qf0.LAST.",
                            "q2_net.model.",
                            "critic.qf1.",
                            "q2_net.tails.0.",
                            "critic.qf1.LAST.",
                            "target_q1_net.model.",
                            "critic_target.qf0.",
                            "target_q1_net.tails.0.",
                            "critic_target.qf0.LAST.",
                            "target_q2_net.model.",
                            "critic_target.qf1.",
                            "target_q2_net.tails.0.",
                            "critic_target.qf1.LAST.",
                            "log_alpha",
                            "log_ent_coef"),
            "TD3", deterministic("TD3", "1"),
            "DDPG", deterministic("DDPG", "0"));

    /// @param second index of the critic that becomes the second one; DDPG has one there, and here two
    private static WeightNames deterministic(String algorithm, String second) {
        return of(
                algorithm,
                "actor.mu.",
                "net.model.",
                "actor.mu.",
                "net.tails.0.",
                "actor.mu.LAST.",
                "q1_net.model.",
                "critic.qf0.",
                "q1_net.tails.0.",
                "critic.qf0.LAST.",
                "q2_net.model.",
                "critic.qf" + second + ".",
                "q2_net.tails.0.",
                "critic.qf" + second + ".LAST.",
                "target_net.model.",
                "actor_target.mu.",
                "target_net.tails.0.",
                "actor_target.mu.LAST.",
                "target_q1_net.model.",
                "critic_target.qf0.",
                "target_q1_net.tails.0.",
                "critic_target.qf0.LAST.",
                "target_q2_net.model.",
                "critic_target.qf" + second + ".",
                "target_q2_net.tails.0.",
                "critic_target.qf" + second + ".LAST.");
    }

    private static WeightNames of(String algorithm, String hidden, String... pairs) {
        SequencedMap<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            names.put(pairs[i], pairs[i + 1]);
        }
        return new WeightNames(algorithm, names, hidden);
    }

    private WeightNames as(String other) {
        return new WeightNames(other, names, hidden);
    }

    /// @throws IllegalArgumentException that says which there are
    static WeightNames of(ForeignPolicy policy) {
        WeightNames found = policy.library().equals("stable-baselines3")
                ? SB3.get(policy.algorithm())
                : !policy.library().equals("cleanrl")
                        ? null
                        : policy.algorithm().equals("DQN")
                                ? CLEANRL_DQN
                                : !policy.algorithm().equals("PPO")
                                        ? null
                                        : policy.tensors().containsKey("actor_logstd")
                                                ? CLEANRL_PPO_CONTINUOUS
                                                : CLEANRL_PPO;
        if (found == null) {
            throw new IllegalArgumentException(
                    "%s: %s of %s cannot be imported; PPO, A2C, DQN, SAC, TD3 and DDPG of stable-baselines3 can, and PPO and DQN of cleanrl"
                            .formatted(policy.model(), policy.algorithm(), policy.library()));
        }
        if (found.widths(policy.tensors()).isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: there are no hidden layers %s0.weight; nets of fully connected layers (MlpPolicy) can be imported, the tensors are %s"
                            .formatted(
                                    policy.model(),
                                    found.hidden(),
                                    String.join(", ", policy.tensors().keySet())));
        }
        return found;
    }

    /// Return the widths of the hidden layers.
    List<Integer> widths(Map<String, Array> tensors) {
        List<Integer> widths = new ArrayList<>();
        for (int layer = 0; ; layer += 2) {
            Array weight = tensors.get(hidden + layer + ".weight");
            if (weight == null || weight.shape().rank() != 2) {
                break;
            }
            widths.add(weight.shape().dim(0));
        }
        boolean endsWithOutputs = names.containsValue(hidden + LAST + ".");
        return endsWithOutputs && !widths.isEmpty() ? widths.subList(0, widths.size() - 1) : widths;
    }

    /// Find all weights of an agent.
    ///
    /// @param own its weights as they are, by their names
    /// @param problems where every weight is added that is missing, left over or of another shape
    /// @return the foreign weights by the names here; those of target networks that the model has not are copies
    SequencedMap<String, Array> find(SequencedMap<String, Array> own, ForeignPolicy policy, List<String> problems) {
        SequencedMap<String, Array> found = new LinkedHashMap<>();
        Set<String> left = new LinkedHashSet<>(policy.tensors().keySet());
        left.removeAll(List.of("obs_mean", "obs_var", "ent_coef_tensor"));
        int layers = widths(policy.tensors()).size();
        own.forEach((name, array) -> {
            String theirs = theirs(name, layers);
            Array given = theirs == null ? null : policy.tensors().get(theirs);
            Array followed = name.startsWith(TARGET) ? found.get(name.substring(TARGET.length())) : null;
            if (given != null) {
                left.remove(theirs);
                add(name, theirs, given, array, found, problems);
            } else if (followed != null) {
                found.put(name, followed);
            } else if (name.equals("log_alpha")) {
                found.put(name, fixedTemperature(policy, array));
            } else if (!name.startsWith(TARGET)) {
                problems.add("%s is missing; it becomes %s".formatted(theirs == null ? "a weight" : theirs, name));
            }
        });
        left.forEach(name -> problems.add("%s has no place in %s of this lab".formatted(name, algorithm)));
        return found;
    }

    private static void add(
            String name,
            @Nullable String theirs,
            Array given,
            Array own,
            SequencedMap<String, Array> found,
            List<String> problems) {
        boolean isRow = given.shape().rank() == 2
                && given.shape().dim(0) == 1
                && own.shape().rank() == 1;
        if (given.shape().equals(own.shape())
                || (isRow && given.shape().volume() == own.shape().volume())) {
            found.put(name, Array.of(own.shape(), given.floats().clone()));
        } else {
            problems.add("%s is %s; env and net need %s (%s)".formatted(theirs, given.shape(), own.shape(), name));
        }
    }

    /// A temperature that was not learned is the number that the model has for it.
    private static Array fixedTemperature(ForeignPolicy policy, Array own) {
        double alpha = policy.setting("ent_coef").orElse(1);
        return Array.of(own.shape(), (float) Math.log(Math.max(alpha, Float.MIN_NORMAL)));
    }

    private @Nullable String theirs(String name, int layers) {
        for (Map.Entry<String, String> each : names.entrySet()) {
            if (name.startsWith(each.getKey())) {
                String begin = each.getValue().replace(LAST, Integer.toString(2 * layers));
                return begin + name.substring(each.getKey().length());
            }
        }
        return null;
    }
}
