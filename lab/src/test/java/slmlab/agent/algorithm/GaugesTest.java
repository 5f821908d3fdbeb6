package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Stats;
import slmlab.env.Space;
import slmlab.metric.Metrics;
import slmlab.tensor.State;

/// What an update tells, by hand: reward 1 and an end with every step, weights 0, a learning rate of 0.
class GaugesTest {
    private static final Offset<Double> CLOSE = within(1e-6);
    private static final double LN2 = Math.log(2);
    private static final Map<String, Object> STILL = Map.of("name", "SGD", "lr", 0);

    private static Agents agents(String name, String memory) {
        Agents agents = Agents.of(name, memory).memory("batch_size", 4).net("shared", false, "optim_spec", STILL);
        return switch (name) {
            case "PPO" -> agents.keys("time_horizon", 1, "training_epoch", 1, "val_loss_coef", 1);
            case "DQN", "SoftActorCritic", "CrossQ", "TD3" -> agents.keys("training_start_step", 0);
            default -> agents;
        };
    }

    /// π = (½, ½): a gradient (−½, ½) of −ln π·Â by the scores, of norm √½; V = 0: a gradient −2 of (V − 1)².
    ///
    /// @param norm of the gradient, the mean of the nets'
    @ParameterizedTest
    @CsvSource({
        "PPO, OnPolicyBatchReplay, '', 0, 1.3535533906, .6931471806, 'lr,clip_eps,entropy_coef,entropy,grad_norm,policy_loss,value_loss,approx_kl,stale_kl,clip_fraction,explained_variance'",
        "ActorCritic, OnPolicyBatchReplay, '', 1.6931471806, 1.3535533906, .6931471806, 'lr,entropy_coef,entropy,grad_norm,policy_loss,value_loss,explained_variance'",
        "Reinforce, OnPolicyReplay, '', .6931471806, .7071067812, .6931471806, 'lr,entropy_coef,entropy,grad_norm,policy_loss'",
        "SARSA, OnPolicyBatchReplay, '', 1, 2, , 'lr,explore_var,grad_norm,q_mean,q_max,td_error'",
        "DQN, Replay, '', 1, 2, , 'lr,explore_var,grad_norm,q_mean,q_max,td_error'",
        "TD3, Replay, Continuous, 2, 2, , 'lr,grad_norm,policy_loss,q_mean,q_max,td_error'",
        "SoftActorCritic, Replay, Continuous, 2, 2, , 'lr,alpha,entropy,grad_norm,policy_loss,q_mean,q_max,td_error'",
        "CrossQ, Replay, Continuous, 2, 2, , 'lr,alpha,entropy,grad_norm,policy_loss,q_mean,q_max,td_error'",
    })
    void lossNormAndEntropy(
            String name,
            String memory,
            String numbers,
            double loss,
            double norm,
            @Nullable Double entropy,
            String names) {
        try (Agents.Play play = agents(name, memory).in("Probe-ConstantReward" + numbers + "-v0", 1)) {
            Agents.zero(play.agent.variables());
            Stats stats = Objects.requireNonNull(play.step());
            assertThat(stats.mean(Metrics.LOSS)).isCloseTo(loss, CLOSE);
            assertThat(stats.mean(Metrics.GRAD_NORM)).isCloseTo(norm, CLOSE);
            Stats gauges = new Stats();
            play.agent.gauges(gauges);
            assertThat(Agents.gauges(play.agent)).containsExactly(names.split(",", -1));
            assertThat(gauges.mean(Metrics.GRAD_NORM)).isCloseTo(norm, CLOSE);
            assertThat(gauges.mean(Metrics.LR)).isZero();
            if (entropy != null) {
                assertThat(stats.mean(Metrics.ENTROPY)).isCloseTo(entropy, CLOSE);
                assertThat(gauges.mean(Metrics.ENTROPY)).isCloseTo(LN2, CLOSE);
            }
            if (gauges.metrics().contains(Metrics.ALPHA)) {
                assertThat(gauges.mean(Metrics.ALPHA)).isCloseTo(1, CLOSE); // its rate is 0 too
                assertThat(gauges.mean(Metrics.ENTROPY))
                        .isEqualTo(stats.mean(Metrics.ENTROPY))
                        .isNotZero();
            }
        }
    }

    @Test
    void soIsTheEntropyOfSacsChoices() {
        for (String name : List.of("SoftActorCritic", "CrossQ")) {
            try (Agents.Play play = agents(name, "Replay").in("Probe-ConstantReward-v0", 1)) {
                Agents.zero(play.agent.variables());
                Stats stats = Objects.requireNonNull(play.step());
                assertThat(stats.mean(Metrics.ENTROPY)).isCloseTo(LN2, CLOSE);
            }
        }
    }

    /// A gradient of norm 2 is told as it is, and counts as one of ½.
    @Test
    void aGradientIsToldBeforeItIsClipped() {
        Agents agents =
                agents("DQN", "Replay").net("clip_grad_val", 0.5, "optim_spec", Map.of("name", "SGD", "lr", 0.1));
        try (Agents.Play play = agents.in("Probe-ConstantReward-v0", 1)) {
            Agents.zero(play.agent.variables());
            Stats stats = Objects.requireNonNull(play.step());
            assertThat(stats.mean(Metrics.GRAD_NORM)).isCloseTo(2, CLOSE);
            float[] values =
                    play.agent.variables().get("net.tails.0.bias").array().floats();
            assertThat(values[0] + values[1]).isCloseTo(0.1f * 0.5f, within(1e-6f));
        }
    }

    /// Errors of a batch become the priorities of its rows, (|error| + 10⁻⁴)^0.6: y = 1, Q = 3, or 4 of a first
    /// critic, which counts in TD3, while in SAC the lower one does.
    @ParameterizedTest
    @CsvSource({
        "DQN, '', 2",
        "DoubleDQN, '', 2",
        "TD3, Continuous, 3",
        "SoftActorCritic, Continuous, 2",
        "SoftActorCritic, '', 2",
        "CrossQ, Continuous, 2",
        "CrossQ, '', 2",
    })
    void errorsBecomePriorities(String name, String numbers, double error) {
        Agents agents = agents(name, "PrioritizedReplay")
                .keys("training_start_step", 0)
                .memory("alpha", 0.6, "epsilon", 0.0001, "max_size", 8);
        try (Agents.Play play = agents.in("Probe-ConstantReward" + numbers + "-v0", 1)) {
            Agents.zero(play.agent.variables());
            boolean twin = !name.contains("DQN");
            for (String net : twin ? List.of("q1_net", "q2_net") : List.of("net")) {
                float value = net.equals("q1_net") ? 4 : 3;
                Agents.set(play.agent.variables(), net + ".tails.0.bias", value, value);
            }
            play.step(); // one row, which is all of the batch
            State state = new State();
            play.agent.save(state);
            float[] priorities = state.array("replay.priority").floats();
            assertThat(priorities[0]).isCloseTo((float) Math.pow(error + 1e-4, 0.6), within(1e-4f));
        }
    }

    /// The actor learns from the batch's observations: with 0 in their place its weights of them would stay.
    @ParameterizedTest
    @CsvSource({"TD3, net.model.0.weight", "SoftActorCritic, net.model.0.weight", "CrossQ, net.model.0.weight"})
    void theActorSeesTheBatch(String name, String weight) {
        Agents agents = agents(name, "Replay")
                .net(
                        "hid_layers",
                        List.of(1),
                        "hid_layers_activation",
                        "identity",
                        "actor_optim_spec",
                        Map.of("name", "SGD", "lr", 0.1));
        agents = name.equals("TD3") ? agents.keys("policy_delay", 1) : agents;
        try (Agents.Play play = agents.in("Probe-RewardFromObsContinuous-v0", 1)) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), name.equals("TD3") ? "net.tails.0.weight" : "net.tails.0.0.weight", 1);
            for (String critic : List.of("q1_net", "q2_net")) { // Q = a
                Agents.set(play.agent.variables(), critic + ".model.0.weight", 0, 1);
                Agents.set(play.agent.variables(), critic + ".tails.0.weight", 1);
            }
            float shown = play.shown().obs().floats()[0];
            play.step();
            float moved = play.agent.variables().get(weight).array().floats()[0];
            assertThat(moved * shown).isBetween(0.01f, 0.2f); // up Q, by the observation
        }
    }

    @Test
    void aRandomAgentTellsNothingAndCountsSteps() {
        try (Agents.Play play = Agents.of("Random", "OnPolicyBatchReplay").in("Probe-ConstantReward-v0", 1)) {
            assertThat(play.step()).isNull();
            assertThat(Agents.gauges(play.agent)).isEmpty();
            assertThat(play.clock.optStep()).isEqualTo(1);
            assertThat(play.env.actionSpace()).isEqualTo(new Space.Discrete(2));
        }
    }
}
