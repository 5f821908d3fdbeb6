package slmlab.agent.algorithm.sac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.Agents;
import slmlab.agent.algorithm.Changes;
import slmlab.env.Space;
import slmlab.tensor.Program;
import slmlab.tensor.Variables;

/// SAC with continuous actions, α > 0 and critics that differ: means over 8,192 drawn rows against integrals.
class SoftNumbersTest {
    private static final int ROWS = 8192;
    private static final Agents SAC = Agents.of("SoftActorCritic", "Replay")
            .memory("batch_size", ROWS, "max_size", 10_000)
            .net("hid_layers", List.of(1), "hid_layers_activation", "identity");

    /// The policy: tanh(u) of u ~ N(μ, σ²).
    private static final double MU = 0.4;
    private static final double LOG_STD = -0.5;
    private static final double STD = Math.exp(LOG_STD);

    /// E[f(u)] of a normal u.
    private static double mean(DoubleUnaryOperator f) {
        double sum = 0;
        double width = 1e-3;
        for (double z = -8; z < 8; z += width) {
            sum += width * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * f.applyAsDouble(MU + STD * z);
        }
        return sum;
    }

    /// log π(tanh u) = log N(u; μ, σ) − log(1 − tanh² u).
    private static double logProb(double u) {
        double z = (u - MU) / STD;
        double tanh = Math.tanh(u);
        return -z * z / 2 - LOG_STD - 0.5 * Math.log(2 * Math.PI) - Math.log(1 - tanh * tanh);
    }

    private static double lower(double u) {
        return Math.min(3 * Math.tanh(u), 1 - 2 * Math.tanh(u));
    }

    private static double higher(double u) {
        return Math.max(3 * Math.tanh(u), 1 - 2 * Math.tanh(u));
    }

    /// An agent whose policy is the same whatever it sees, and a prefix's critics Q₁ = 3a and Q₂ = 1 − 2a.
    private static SoftActorCritic make(String prefix) {
        SoftActorCritic sac = (SoftActorCritic) SAC.make(SAC.parts(Space.Box.of(-1, 1, 1)));
        Variables variables = sac.variables();
        Agents.zero(variables);
        Agents.set(variables, "net.tails.0.0.bias", (float) MU);
        Agents.set(variables, "net.tails.1.0.bias", (float) LOG_STD);
        Agents.set(variables, prefix + "q1_net.model.0.weight", 0, 3);
        Agents.set(variables, prefix + "q1_net.tails.0.weight", 1);
        Agents.set(variables, prefix + "q2_net.model.0.weight", 0, -2);
        Agents.set(variables, prefix + "q2_net.tails.0.weight", 1);
        Agents.set(variables, prefix + "q2_net.tails.0.bias", 1);
        return sac;
    }

    /// y = r + γ·(min Q̄(s′, ã) − α·log π(ã|s′)).
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 2})
    void theTargetIsTheLowerSlowCriticAndTheEntropy(double alpha) {
        SoftActorCritic sac = make("target_");
        Program program = Agents.program(
                trace -> trace.output("error", sac.criticLoss(trace).error()));
        Arrays.fill(program.input("reward").floats(), 10);
        Arrays.fill(program.input("discount").floats(), 0.5f);
        program.set("alpha", alpha).run();
        double y = 0;
        for (float error : program.output("error").floats()) {
            y -= error / (double) ROWS; // Q = 0, so an error is −y
        }
        double expected = 10 + 0.5 * mean(u -> lower(u) - alpha * logProb(u));
        assertThat(y).isCloseTo(expected, within(0.03));
        assertThat(Math.abs(0.5 * mean(u -> higher(u) - lower(u)))).isGreaterThan(0.3); // a wrong one shows
        assertThat(Math.abs(mean(SoftNumbersTest::logProb))).isGreaterThan(0.3);
    }

    /// E[α·log π(ã|s) − min Q(s, ã)].
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 2})
    void thePolicysLossIsOfTheLowerCriticAndTheEntropy(double alpha) {
        SoftActorCritic sac = make("");
        Program program = Agents.program(trace -> {
            SoftActorCritic.PolicyLoss loss = sac.policyLoss(trace);
            trace.output("loss", loss.mean());
            trace.output("entropy", loss.entropy());
        });
        program.set("alpha", alpha).run();
        assertThat((double) program.output("loss").item())
                .isCloseTo(mean(u -> alpha * logProb(u) - lower(u)), within(0.05));
        assertThat((double) program.output("entropy").item()).isCloseTo(-mean(SoftNumbersTest::logProb), within(0.03));
    }

    /// Critics learn with every batch; actor, α and, of SAC, the targets with every second one.
    @ParameterizedTest
    @CsvSource({
        "SoftActorCritic, Pendulum-v1, 'log_alpha,net,q1_net,q2_net,target_q1_net,target_q2_net'",
        "SoftActorCritic, CartPole-v1, 'log_alpha,net,q1_net,q2_net,target_q1_net,target_q2_net'",
        "CrossQ, Pendulum-v1, 'log_alpha,net,q1_net,q2_net'",
        "CrossQ, CartPole-v1, 'log_alpha,net,q1_net,q2_net'",
    })
    void theActorLearnsWithEverySecondBatch(String name, String env, String all) {
        Agents agents = Agents.of(name, "Replay")
                .memory("batch_size", 4)
                .keys("policy_delay", 2, "training_start_step", 4, "training_iter", 1)
                .net("update_type", "polyak", "polyak_coef", 0.25);
        try (Agents.Play play =
                agents.criticNet("batch_norm", name.equals("CrossQ")).in(env, 1)) {
            Changes changes = new Changes(play.agent.variables());
            play.steps(4);
            assertThat(changes.nets()).isEmpty();
            play.steps(1);
            assertThat(changes.nets()).containsExactly("q1_net", "q2_net");
            play.steps(1);
            assertThat(changes.nets()).containsExactly(all.split(",", -1));
            play.steps(1);
            assertThat(changes.nets()).containsExactly("q1_net", "q2_net");
            assertThat(play.clock.optStep()).isEqualTo(3);
        }
    }

    /// The first actions are drawn from all, the next from the policy: tanh 3 with hardly a deviation.
    @ParameterizedTest
    @ValueSource(strings = {"SoftActorCritic", "CrossQ"})
    void actsAtRandomUntilItLearns(String name) {
        Agents agents = Agents.of(name, "Replay").keys("training_start_step", 30, "training_frequency", 1_000_000);
        try (Agents.Play play = agents.in("Pendulum-v1", 1)) {
            Algorithm agent = play.agent;
            Agents.zero(agent.variables());
            Agents.set(agent.variables(), "net.tails.0.0.bias", 3);
            Agents.set(agent.variables(), "net.tails.1.0.bias", -5);
            int far = 0;
            for (int i = 0; i < 30; i++) {
                far += Math.abs(play.actions()[0] - Math.tanh(3)) > 0.01 ? 1 : 0;
            }
            assertThat(far).isGreaterThan(25);
            for (int i = 0; i < 10; i++) {
                assertThat(play.actions()[0]).isCloseTo((float) Math.tanh(3), within(0.001f));
            }
        }
    }

    @Test
    void aBatchForEveryEnvUnlessASpecSaysSo() {
        Agents agents = Agents.of("SoftActorCritic", "Replay").keys("training_start_step", 6, "training_frequency", 6);
        try (Agents.Play play = agents.in("Pendulum-v1", 3)) {
            play.steps(4); // one update, with the seventh transition
            assertThat(play.clock.optStep()).isEqualTo(3);
        }
        try (Agents.Play play = agents.keys("training_iter", 5).in("Pendulum-v1", 3)) {
            play.steps(4);
            assertThat(play.clock.optStep()).isEqualTo(5);
        }
    }
}
