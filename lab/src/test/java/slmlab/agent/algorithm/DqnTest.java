package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.Clock;
import slmlab.agent.part.AgentContext;
import slmlab.env.Space;
import slmlab.metric.Metrics;
import slmlab.tensor.Program;

class DqnTest {

    private static Agents dqn(String name) {
        return Agents.of(name, "Replay").memory("batch_size", 2);
    }

    private static Program loss(Agents agents, boolean masked) {
        AgentContext parts =
                agents.parts(Space.Box.of(-1, 1, 1), new Space.Discrete(3), 1, masked, new Clock(1, 1000), 1);
        Dqn dqn = (Dqn) agents.make(parts);
        Agents.zero(dqn.variables());
        Agents.set(dqn.variables(), "net.tails.0.bias", 1, 3, 2);
        if (!agents.algorithm().equals("VanillaDQN")) {
            Agents.set(dqn.variables(), "target_net.tails.0.bias", 5, 4, 6);
        }
        Program program = Agents.program(trace -> {
            Dqn.Loss loss = dqn.loss(trace);
            trace.output("loss", loss.mean());
            trace.output("error", loss.error());
        });
        System.arraycopy(new int[] {2, 0}, 0, program.input("action").ints(), 0, 2);
        System.arraycopy(new float[] {1, 7}, 0, program.input("reward").floats(), 0, 2);
        System.arraycopy(new float[] {0.5f, 0}, 0, program.input("discount").floats(), 0, 2); // γ, and an end
        return program;
    }

    /// Q = (1, 3, 2), the target net's is (5, 4, 6): the next value is 3, 6, or 4, of the action Q would take.
    @ParameterizedTest
    @CsvSource({"VanillaDQN, 3", "DQN, 6", "DoubleDQN, 4", "HydraDQN, 6"})
    void targetsByHand(String name, float next) {
        Program program = loss(dqn(name), false);
        program.run();
        float first = 1 + 0.5f * next - 2;
        float second = 7 - 1;
        assertThat(program.output("error").floats()).containsExactly(first, second);
        assertThat(program.output("loss").item()).isEqualTo((first * first + second * second) / 2);
    }

    @ParameterizedTest
    @CsvSource({"VanillaDQN, 2", "DQN, 5", "DoubleDQN, 5"})
    void actionsThatCannotBeTakenDoNotCount(String name, float next) {
        Program program = loss(dqn(name), true);
        System.arraycopy(
                new byte[] {1, 0, 0, 1, 1, 1}, 0, program.input("next_mask").bytes(), 0, 6);
        if (name.equals("VanillaDQN")) {
            program.input("next_mask").bytes()[2] = 1; // 1 and 2 are left
        }
        program.run();
        assertThat(program.output("error").floats()[0]).isEqualTo(1 + 0.5f * next - 2);
    }

    /// With reward 1 a step and γ = ½, Q = 2 is right, and so it is over n steps, at a cut and before one.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theValueOfEndlessRewardHasNoError(int n) {
        Agents agents = dqn("DQN").keys("gamma", 0.5, "num_step_returns", n, "training_start_step", 8);
        try (Agents.Play play = agents.in("CartPole-v1", 1, Map.of("max_episode_steps", 5), 1)) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), "net.tails.0.bias", 2, 2);
            Agents.set(play.agent.variables(), "target_net.tails.0.bias", 2, 2);
            play.steps(8);
            assertThat(Objects.requireNonNull(play.step()).mean(Metrics.LOSS)).isCloseTo(0, within(1e-10));
            play.steps(20);
            assertThat(Objects.requireNonNull(play.step()).mean(Metrics.LOSS)).isCloseTo(0, within(1e-10));
        }
    }

    @Test
    void learnsFromTheFirstFrameBehindTheStartAndThenEverySoMany() {
        Agents agents = dqn("DQN").keys("training_start_step", 10, "training_frequency", 4);
        try (Agents.Play play = agents.in("CartPole-v1", 1)) {
            List<Integer> updates = new ArrayList<>();
            for (int t = 1; t <= 24; t++) {
                if (play.step() != null) {
                    updates.add(t);
                }
            }
            assertThat(updates).containsExactly(13, 17, 21); // places 12, 16, 20 of the ring
        }
    }

    @Test
    void anUpdateIsSoManyBatchesOfSoManySteps() {
        Agents agents = dqn("DQN").keys("training_start_step", 2, "training_iter", 3, "training_batch_iter", 2);
        try (Agents.Play play = agents.in("CartPole-v1", 1)) {
            play.steps(4);
            assertThat(play.clock.optStep()).isEqualTo(2 * 3 * 2);
        }
    }

    @Test
    void theTargetNetBeginsAsTheNet() {
        try (Agents.Play play = dqn("DQN").in("CartPole-v1", 1)) {
            var variables = play.agent.variables();
            assertThat(variables.get("target_net.tails.0.weight").array().floats())
                    .containsExactly(variables.get("net.tails.0.weight").array().floats());
        }
    }

    /// As long as both nets are the same, so are the gradients: nothing flows through what comes next.
    @Test
    void noGradientFlowsThroughTheTarget() {
        Agents vanilla = dqn("VanillaDQN").keys("training_start_step", 4, "training_frequency", 5);
        Agents target = new Agents(
                "DQN",
                vanilla.keys(),
                vanilla.memory(),
                vanilla.net("update_frequency", 1000).net(),
                null);
        try (Agents.Play one = vanilla.in("CartPole-v1", 1);
                Agents.Play other = target.in("CartPole-v1", 1)) {
            one.steps(6);
            other.steps(6);
            assertThat(one.clock.optStep()).isEqualTo(1);
            assertThat(other.agent.variables().get("net.model.0.weight").array().floats())
                    .containsExactly(one.agent
                            .variables()
                            .get("net.model.0.weight")
                            .array()
                            .floats());
        }
    }

    @Test
    void aRecurrentNetLearnsWithPrioritiesAndMasks() {
        Agents agents = dqn("DoubleDQN")
                .recurrent(3)
                .memory("name", "PrioritizedReplay", "batch_size", 4)
                .keys("training_start_step", 8);
        try (Agents.Play play = agents.in("Taxi-v3", 2)) {
            play.steps(30);
            assertThat(play.clock.optStep()).isPositive();
        }
    }

    /// Each of them was accepted and ignored.
    @ParameterizedTest
    @ValueSource(strings = {"num_step_returns", "beta", "use_cer"})
    void whatReplaysOfferActsOnARecurrentNetToo(String key) {
        Agents plain = dqn("DoubleDQN")
                .recurrent(3)
                .memory("name", "PrioritizedReplay", "batch_size", 4)
                .keys("training_start_step", 8);
        Agents changed = switch (key) {
            case "num_step_returns" -> plain.keys(key, 2);
            case "beta" -> plain.memory(key, 0.4);
            default -> plain.memory(key, true);
        };
        try (Agents.Play one = plain.in("CartPole-v1", 2);
                Agents.Play other = changed.in("CartPole-v1", 2)) {
            one.steps(20);
            other.steps(20);
            assertThat(other.agent.variables().get("net.tails.0.weight").array().floats())
                    .isNotEqualTo(one.agent
                            .variables()
                            .get("net.tails.0.weight")
                            .array()
                            .floats());
        }
    }

    @Test
    void aWindowMayHaveOneStep() {
        Agents agents = dqn("DQN").recurrent(1).keys("training_start_step", 8);
        try (Agents.Play play = agents.in("TMaze-v0", 2)) {
            play.steps(30);
            assertThat(play.clock.optStep()).isPositive();
        }
    }

    /// Only action 0 can be taken where the episode is cut, with Q = 0: y = 0, so Q(s, 1) = 10 is off by 10.
    @ParameterizedTest
    @ValueSource(strings = {"VanillaDQN", "DQN", "DoubleDQN"})
    void aCutEpisodeIsWorthWhatItsFinalObservationAllows(String name) {
        Agents agents = dqn(name).keys("gamma", 0.5, "training_start_step", 2);
        for (Agents each : List.of(agents, agents.recurrent(2).memory("batch_size", 2))) {
            try (Agents.Play play = new Agents.Play(each, Gate.cut(), 1)) {
                Agents.zero(play.agent.variables());
                Agents.set(play.agent.variables(), "net.tails.0.bias", 0, 10);
                if (!name.equals("VanillaDQN")) {
                    Agents.set(play.agent.variables(), "target_net.tails.0.bias", 0, 10);
                }
                play.steps(2);
                assertThat(Objects.requireNonNull(play.step()).mean(Metrics.LOSS))
                        .isCloseTo(100, within(1e-4));
            }
        }
    }
}
