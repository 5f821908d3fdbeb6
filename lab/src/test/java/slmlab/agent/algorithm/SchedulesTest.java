package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Stats;
import slmlab.metric.Metrics;
import slmlab.tensor.Array;

/// Schedules as the programs receive them: read off what an update did, not off what it says.
class SchedulesTest {
    private static final Map<String, Object> SGD = Map.of("name", "SGD", "lr", 0.2);
    private static final Map<String, Object> NONE = Map.of("name", "SGD", "lr", 0);

    private static float bias(Agents.Play play, String name) {
        return play.agent.variables().get(name).array().floats()[0];
    }

    private static Map<String, Object> linear(String kind, double frame) {
        return Map.of("name", kind, "frame", frame);
    }

    /// Reward 1 and an end with every step, weights 0: the loss is (b − 1)², so a step of rate η makes
    /// b ← b + 2η·(1 − b). The rate falls by a fifth of 0.2 with every update.
    @ParameterizedTest
    @CsvSource({
        "PPO, OnPolicyBatchReplay, '', critic_net.tails.0.bias, 1",
        "PPO, OnPolicyBatchReplay, '', critic_net.tails.0.bias, 2",
        "ActorCritic, OnPolicyBatchReplay, '', critic_net.tails.0.bias, 2",
        "ActorCritic, OnPolicyReplay, '', critic_net.tails.0.bias, 1",
        "SARSA, OnPolicyBatchReplay, '', net.tails.0.bias, 1",
        "DQN, Replay, '', net.tails.0.bias, 1",
        "SoftActorCritic, Replay, Continuous, q1_net.tails.0.bias, 1",
        "SoftActorCritic, Replay, Continuous, q2_net.tails.0.bias, 1",
        "CrossQ, Replay, Continuous, q2_net.tails.0.bias, 1",
        "TD3, Replay, Continuous, q2_net.tails.0.bias, 1",
    })
    void theRateFallsWithEveryUpdate(String name, String memory, String numbers, String bias, int envs) {
        Agents agents = Agents.of(name, memory)
                .memory("batch_size", 4)
                .net("shared", false, "optim_spec", SGD, "lr_scheduler_spec", linear("LinearToZero", 5.0 * envs));
        agents = switch (name) {
            case "PPO" -> agents.keys("time_horizon", 1, "training_epoch", 1, "val_loss_coef", 1);
            case "SARSA", "DQN" ->
                agents.keys("action_policy", "epsilon_greedy")
                        .keys("explore_var_spec", Map.of("name", "no_decay", "start_val", 0));
            default -> agents;
        };
        if (memory.equals("Replay")) {
            agents = agents.keys("training_start_step", 0);
        }
        try (Agents.Play play = agents.in("Probe-ConstantReward" + numbers + "-v0", envs)) {
            Agents.zero(play.agent.variables());
            double expected = 0;
            int updates = 0;
            while (updates < 7) {
                Stats stats = play.step();
                if (stats != null) {
                    double rate = 0.2 * Math.max(0, 1 - updates / 5.0);
                    expected += 2 * rate * (1 - expected);
                    updates++;
                    assertThat(bias(play, bias)).as("update %d", updates).isCloseTo((float) expected, within(1e-6f));
                    Stats gauges = new Stats();
                    play.agent.gauges(gauges);
                    assertThat(gauges.mean(Metrics.LR)).isCloseTo(0.2 * Math.max(0, 1 - updates / 5.0), within(1e-12));
                }
            }
        }
    }

    /// π by scores l: a step of rate η on −ln π(a) makes l_a ← l_a + η·(1 − π(a)), the other ← − η·(1 − π(a)).
    @Test
    void soDoesReinforces() {
        Agents agents = Agents.of("Reinforce", "OnPolicyReplay")
                .net("optim_spec", SGD, "lr_scheduler_spec", linear("LinearToZero", 5));
        try (Agents.Play play = agents.in("Probe-ConstantReward-v0", 1)) {
            Agents.zero(play.agent.variables());
            double[] scores = new double[2];
            for (int update = 0; update < 7; update++) {
                int action = (int) play.actions()[0];
                double gap = scores[action] - scores[1 - action];
                double step = 0.2 * Math.max(0, 1 - update / 5.0) / (1 + Math.exp(gap)); // 1 − π(a)
                scores[action] += step;
                scores[1 - action] -= step;
                float[] learned =
                        play.agent.variables().get("net.tails.0.bias").array().floats();
                assertThat(learned).containsExactly(new float[] {(float) scores[0], (float) scores[1]}, within(1e-6f));
            }
        }
    }

    /// Several steps of one update have one rate.
    @Test
    void allMinibatchesOfAnUpdateHaveOneRate() {
        Agents agents = Agents.of("PPO", "OnPolicyBatchReplay")
                .keys("time_horizon", 4, "training_epoch", 3, "minibatch_size", 2, "val_loss_coef", 1)
                .net("shared", false, "optim_spec", Map.of("name", "SGD", "lr", 0.02))
                .net("lr_scheduler_spec", linear("LinearToZero", 16)); // 4 updates
        try (Agents.Play play = agents.in("Probe-ConstantReward-v0", 1)) {
            Agents.zero(play.agent.variables());
            double expected = 0;
            for (int update = 0; update < 3; update++) {
                play.steps(4);
                for (int step = 0; step < 6; step++) {
                    expected += 2 * 0.02 * (1 - update / 4.0) * (1 - expected);
                }
                assertThat(bias(play, "critic_net.tails.0.bias")).isCloseTo((float) expected, within(1e-6f));
            }
        }
    }

    /// Q₁(s, a) = a stays, and the actor's μ = tanh b climbs it: b ← b + η·(1 − tanh² b).
    @ParameterizedTest
    @CsvSource({
        "TD3, net.tails.0.bias, 1e-6",
        "SoftActorCritic, net.tails.0.0.bias, 1e-2",
        "CrossQ, net.tails.0.0.bias, 1e-2"
    })
    void theActorsRateFallsToo(String name, String bias, float close) {
        Agents agents = Agents.of(name, "Replay")
                .memory("batch_size", 4)
                .keys("training_start_step", 0)
                .net(
                        "hid_layers",
                        List.of(1),
                        "hid_layers_activation",
                        "identity",
                        "actor_optim_spec",
                        SGD,
                        "critic_optim_spec",
                        NONE,
                        "lr_scheduler_spec",
                        linear("LinearToMin", 5),
                        "update_type",
                        "polyak");
        agents = name.equals("TD3") ? agents.keys("policy_delay", 1) : agents.keys("fixed_alpha", 0);
        try (Agents.Play play = agents.in("Probe-ConstantRewardContinuous-v0", 1)) {
            Agents.zero(play.agent.variables());
            for (String critic : List.of("q1_net", "q2_net")) {
                Agents.set(play.agent.variables(), critic + ".model.0.weight", 0, 1);
                Agents.set(play.agent.variables(), critic + ".tails.0.weight", 1);
            }
            if (!name.equals("TD3")) {
                Agents.set(play.agent.variables(), "net.tails.1.0.bias", -5); // hardly any deviation
            }
            double expected = 0;
            for (int update = 0; update < 7; update++) {
                play.step();
                expected += 0.2 * Math.max(0, 1 - update / 5.0) * (1 - Math.pow(Math.tanh(expected), 2));
                assertThat(bias(play, bias)).isCloseTo((float) expected, within(close));
            }
        }
    }

    private static double loss(Agents.Play play, float sure) {
        Agents.zero(play.agent.variables()); // π = (½, ½)
        Array action = play.agent.act(play.shown());
        float[] logits = new float[2];
        logits[action.ints()[0]] = sure;
        Agents.set(play.agent.variables(), "net.tails.0.bias", logits);
        play.env.step(action);
        play.agent.observe(play.shown());
        play.clock.advance();
        return Objects.requireNonNull(play.agent.update()).mean(Metrics.LOSS);
    }

    private static Agents ppo(String key, Map<String, Object> schedule) {
        return Agents.of("PPO", "OnPolicyBatchReplay")
                .keys("time_horizon", 1, "training_epoch", 1, "val_loss_coef", 0, key, schedule)
                .net("shared", false, "optim_spec", NONE);
    }

    private static Map<String, Object> falling(double from, double to, int steps) {
        return Map.of("name", "linear_decay", "start_val", from, "end_val", to, "start_step", 0, "end_step", steps);
    }

    /// The action becomes certain between act and update, so its ratio is 2 and its advantage 1: −(1 + ε) is left.
    @Test
    void theClipRangeFallsWithTheFrame() {
        try (Agents.Play play = ppo("clip_eps_spec", falling(0.5, 0.1, 4)).in("Probe-ConstantReward-v0", 1)) {
            for (int frame = 1; frame <= 6; frame++) {
                double eps = Math.max(0.1, 0.5 - 0.1 * frame);
                assertThat(loss(play, 30)).as("frame %d", frame).isCloseTo(-(1 + eps), within(1e-6));
                Stats gauges = new Stats();
                play.agent.gauges(gauges);
                assertThat(gauges.mean(Metrics.CLIP_EPS)).isCloseTo(eps, within(1e-12));
            }
        }
    }

    /// The action stays as probable as it was: −1 − c·ln 2 is left.
    @Test
    void theEntropysWeightFallsWithTheFrame() {
        try (Agents.Play play = ppo("entropy_coef_spec", falling(0.8, 0, 4)).in("Probe-ConstantReward-v0", 1)) {
            for (int frame = 1; frame <= 6; frame++) {
                double coef = Math.max(0, 0.8 - 0.2 * frame);
                assertThat(loss(play, 0)).as("frame %d", frame).isCloseTo(-1 - coef * Math.log(2), within(1e-6));
            }
        }
    }

    /// −Â·ln ½ − c·ln 2, Â = 1.
    @ParameterizedTest
    @CsvSource({"ActorCritic, OnPolicyBatchReplay", "Reinforce, OnPolicyReplay"})
    void soItDoesInActorCriticAndReinforce(String name, String memory) {
        Agents agents = Agents.of(name, memory)
                .keys("entropy_coef_spec", falling(0.8, 0, 4))
                .net("shared", false, "optim_spec", NONE);
        agents = name.equals("ActorCritic") ? agents.keys("val_loss_coef", 0) : agents;
        try (Agents.Play play = agents.in("Probe-ConstantReward-v0", 1)) {
            for (int frame = 1; frame <= 6; frame++) {
                double coef = Math.max(0, 0.8 - 0.2 * frame);
                assertThat(loss(play, 0)).as("frame %d", frame).isCloseTo((1 - coef) * Math.log(2), within(1e-6));
            }
        }
    }
}
