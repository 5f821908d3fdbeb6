package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.Stats;
import slmlab.agent.memory.Rollout;
import slmlab.agent.part.AdvantageScale;
import slmlab.agent.part.Collector;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.Wrappers;
import slmlab.metric.Metrics;

/// A loss is traced from the same policy that acted: with weights that stand still every ratio is 1.
///
/// With a learning rate of 0 and neither entropy nor value, PPO's loss is −E[min(r·Â, clip(r)·Â)]. A minibatch's
/// advantages have mean 0, so it is 0 where all r = 1. With ε = 0 any other ratio shows, also one that all rows
/// have.
class RatioTest {
    private static final double CLOSE = 1e-6;
    private static final int ENVS = 3;
    private static final String STEPS = "OnPolicyBatchReplay";
    private static final String EPISODES = "OnPolicyReplay";
    private static final Space OBS = Space.Box.of(-9, 9, 4);
    private static final Space PIXELS = Space.Box.pixels(8, 8, 2);
    private static final Space CHOICES = new Space.Discrete(5, 2);
    private static final Space NUMBERS = Space.Box.of(-1, 1, 2);
    private static final Map<String, Object> ZERO = Map.of("name", "no_decay", "start_val", 0.0);

    /// @param masked whether the env forbids some actions
    /// @param normalized whether observations are normalized with running statistics
    record Case(String name, Agents agents, Space obs, Space action, boolean masked, boolean normalized) {
        Case(String name, Agents agents, Space obs, Space action) {
            this(name, agents, obs, action, false, false);
        }

        Agents.Play play(int envs) {
            VecEnv env = Noise.of(obs, action, masked, envs);
            return new Agents.Play(agents, normalized ? Wrappers.normalizeObs(env) : env, 1);
        }

        Case named(String other) {
            return new Case(other, agents, obs, action, masked, normalized);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Agents still(String algorithm, String memory) {
        return Agents.of(algorithm, memory).net("shared", true, "optim_spec", Map.of("name", "Adam", "lr", 0.0));
    }

    private static Agents ppo(String memory) {
        Agents agents = still("PPO", memory)
                .keys("clip_eps_spec", ZERO, "entropy_coef_spec", ZERO, "val_loss_coef", 0)
                .keys("time_horizon", 16, "training_frequency", 2, "training_epoch", 3);
        // a minibatch of one row would have an advantage that is not centered: episodes are of any length
        return agents.keys("minibatch_size", memory.equals(STEPS) ? 12 : 64);
    }

    private static Agents withNet(Agents agents, Object... net) {
        return new Agents(agents.algorithm(), agents.keys(), agents.memory(), Map.of(), null)
                .net(
                        "shared",
                        true,
                        "optim_spec",
                        Objects.requireNonNull(agents.net().get("optim_spec")))
                .net(net);
    }

    private static Map<String, Object> arc(Object... layers) {
        return Map.of(
                "modules",
                Map.of("body", Map.of("Sequential", List.of(layers))),
                "graph",
                Map.of("input", "x", "modules", Map.of("body", List.of("x")), "output", "body"));
    }

    private static Object layer(String name, Object... keys) {
        return Map.of(name, keys.length == 0 ? Map.of() : Map.of(keys[0], keys[1]));
    }

    /// Every space of actions with each of its distributions.
    private static List<Case> actions(Agents agents) {
        List<Case> cases = new ArrayList<>();
        for (String pdtype : List.of("default", "Categorical", "GumbelSoftmax", "Argmax")) {
            cases.add(new Case(pdtype + " choices", agents.keys("action_pdtype", pdtype), OBS, CHOICES));
        }
        cases.add(new Case("masked choices", agents, OBS, CHOICES, true, false));
        cases.add(new Case("several choices", agents, OBS, new Space.MultiDiscrete(List.of(3, 2, 4))));
        cases.add(new Case("switches", agents, OBS, new Space.MultiBinary(3)));
        for (String pdtype : List.of("default", "Normal", "MultivariateNormal", "NormalTanh")) {
            Agents numbers = agents.keys("action_pdtype", pdtype);
            cases.add(new Case(pdtype + " numbers", numbers, OBS, NUMBERS));
            cases.add(new Case(pdtype + " numbers, large σ", numbers.net("log_std_init", 1.9), OBS, NUMBERS));
            cases.add(new Case(pdtype + " numbers, small σ", numbers.net("log_std_init", -4.0), OBS, NUMBERS));
        }
        cases.add(new Case("Beta numbers", agents.keys("action_pdtype", "Beta"), OBS, NUMBERS));
        return cases;
    }

    /// Every type of net, with every layer that normalizes.
    private static List<Case> nets(Agents agents) {
        Agents wide = agents.net("hid_layers", List.of(8, 8));
        Object linear = layer("LazyLinear", "out_features", 8);
        Object norm = layer("LazyBatchNorm1d");
        Object renorm = layer("LazyBatchRenorm1d", "momentum", 0.3);
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("layer norm", wide.net("layer_norm", true), OBS, CHOICES));
        cases.add(new Case("batch norm", wide.net("batch_norm", true), OBS, CHOICES));
        cases.add(new Case("batch norm, masks", wide.net("batch_norm", true), OBS, CHOICES, true, false));
        cases.add(new Case("batch norm, normalized", wide.net("batch_norm", true), OBS, NUMBERS, false, true));
        cases.add(new Case("normalized", wide, OBS, NUMBERS, false, true));
        Agents conv = withNet(agents, "type", "ConvNet", "fc_hid_layers", List.of(8))
                .net("conv_hid_layers", List.of(List.of(4, 3, 1), List.of(4, 3, 1)), "normalize", true);
        cases.add(new Case("conv, batch norm by default", conv, PIXELS, CHOICES));
        cases.add(new Case("conv", conv.net("batch_norm", false), PIXELS, CHOICES));
        Agents arc = withNet(agents, "type", "TorchArcNet");
        cases.add(new Case("arc, batch norm", arc.net("arc", arc(norm, linear, norm, layer("ReLU"))), OBS, NUMBERS));
        cases.add(new Case("arc, batch renorm", arc.net("arc", arc(linear, renorm, layer("Tanh"))), OBS, NUMBERS));
        List<Object> widths = List.of(List.of(List.of(8)), List.of(8), List.of()); // heads, body, tails
        cases.add(new Case("hydra", withNet(agents, "type", "HydraMLPNet", "hid_layers", widths), OBS, CHOICES));
        for (int steps : new int[] {1, 4}) {
            cases.add(new Case("recurrent " + steps, agents.recurrent(steps), OBS, CHOICES));
            cases.add(new Case("LSTM " + steps, agents.recurrent(steps).net("cell_type", "LSTM"), OBS, NUMBERS));
        }
        return cases;
    }

    private static String kind(Agents agents) {
        String nets = Boolean.TRUE.equals(agents.net().get("shared")) ? "one net" : "two nets";
        return "%s, %s:".formatted(agents.memory().get("name"), nets);
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String memory : List.of(STEPS, EPISODES)) {
            for (boolean shared : new boolean[] {true, false}) {
                Agents agents = ppo(memory).net("shared", shared);
                List<Case> all = new ArrayList<>(actions(agents));
                all.addAll(nets(agents));
                all.forEach(each -> cases.add(each.named("%s %s".formatted(kind(agents), each.name))));
            }
        }
        Agents normed = ppo(STEPS).net("batch_norm", true);
        for (int size : new int[] {3, 7, 48, 100}) {
            cases.add(new Case(
                    "minibatches of " + size, normed.keys("minibatch_size", size, "time_horizon", 15), OBS, NUMBERS));
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theRatioOfUnchangedWeightsIsOne(Case test) {
        try (Agents.Play play = test.play(ENVS)) {
            int updates = 0;
            long first = Long.MAX_VALUE; // frame of the first update
            while (updates < 6) { // running statistics move between them
                Stats stats = play.step();
                if (stats == null) {
                    continue;
                }
                first = Math.min(first, play.clock.frame());
                // what was begun before the first update was done with other statistics, which it set
                boolean same = play.clock.frame() == first || play.clock.frame() > first + Noise.LIMIT * ENVS;
                if (same) {
                    updates++;
                    assertThat(stats.mean(Metrics.LOSS))
                            .as("update %d", updates)
                            .isCloseTo(0, within(CLOSE));
                }
            }
        }
    }

    /// The same of agents without a ratio.
    static List<Case> gradients() {
        List<Case> cases = new ArrayList<>();
        for (String memory : List.of(STEPS, EPISODES)) {
            Agents reinforce = still("Reinforce", memory);
            Agents a2c = still("ActorCritic", memory).keys("val_loss_coef", 0);
            for (Agents agents : List.of(reinforce, a2c, a2c.net("shared", false))) {
                Agents own = agents.keys("gamma", 0, "training_frequency", memory.equals(STEPS) ? 24 : 2);
                Stream.concat(actions(own).stream(), nets(own).stream())
                        .forEach(each -> cases.add(each.named("%s %s %s".formatted(agents, kind(agents), each.name))));
            }
        }
        return cases;
    }

    /// With γ = 0 an advantage is r, or r − V, in units of its deviation. The loss is −E[log π·Â], with the
    /// log-probabilities that the actions were drawn with.
    @ParameterizedTest
    @MethodSource("gradients")
    void theLossIsOfThePolicyThatActed(Case test) {
        try (Agents.Play play = test.play(1)) { // all its episodes are over when it learns from one
            Collector collector =
                    play.agent instanceof Reinforce one ? one.collector : ((ActorCritic) play.agent).collector;
            int updates = 0;
            while (updates < 4) {
                play.take();
                double expected = loss(collector.rollout());
                Stats stats = play.update();
                if (stats != null) {
                    updates++;
                    assertThat(stats.mean(Metrics.LOSS))
                            .as("update %d", updates)
                            .isCloseTo(expected, within(10 * CLOSE));
                }
            }
        }
    }

    private static double loss(Rollout rollout) {
        int rows = rollout.size();
        float[] advantage = Arrays.copyOf(rollout.floats("reward"), rows);
        for (int row = 0; row < rows; row++) {
            advantage[row] -= rollout.floats("value")[row]; // 0 where there is none
        }
        AdvantageScale.standardize(advantage, null);
        double sum = 0;
        for (int row = 0; row < rows; row++) {
            sum -= advantage[row] * rollout.floats("log_prob")[row];
        }
        return sum / rows;
    }

    /// A memory of one step, with γ = 0 and V = 0: the loss is −log π·r₊ + ½·0.01·r₊², π as it acted.
    @Test
    void selfImitationIsOfThePolicyThatActed() {
        Agents agents = still("SIL", EPISODES)
                .keys("gamma", 0, "action_pdtype", "NormalTanh")
                .memory("batch_size", 1, "max_size", 1)
                .net("log_std_init", 1.9);
        try (Agents.Play play = new Case("", agents, OBS, NUMBERS).play(1)) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), "net.log_std", 1.9f, 1.9f);
            Rollout rollout = ((ActorCritic) play.agent).collector.rollout();
            for (int updates = 0; updates < 20; ) {
                play.take();
                int last = rollout.size() - 1;
                double reward = Math.max(0, rollout.floats("reward")[last]);
                double expected = -rollout.floats("log_prob")[last] * reward + 0.5 * 0.01 * reward * reward;
                if (play.update() != null) {
                    updates++;
                    assertThat(play.mean(Metrics.SIL_LOSS)).isCloseTo(expected, within(10 * CLOSE));
                }
            }
        }
    }
}
