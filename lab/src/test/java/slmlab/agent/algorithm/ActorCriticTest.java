package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import slmlab.agent.Stats;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.env.Space;
import slmlab.metric.Metrics;
import slmlab.tensor.Array;
import slmlab.tensor.Program;

/// REINFORCE and actor-critic: their losses and when they learn.
class ActorCriticTest {
    private static final Offset<Float> CLOSE = within(1e-6f);
    private static final Agents REINFORCE = Agents.of("Reinforce", "OnPolicyReplay");
    private static final Agents A2C =
            Agents.of("ActorCritic", "OnPolicyBatchReplay").net("shared", true);
    private static final double ENTROPY = -0.25 * Math.log(0.25) - 0.75 * Math.log(0.75);

    /// −(2·ln ¼ − ln ¾) / 2, for π = (¼, ¾), actions 0 and 1, advantages 2 and −1.
    private static final double LOSS = -(2 * Math.log(0.25) - Math.log(0.75)) / 2;

    private static void fill(Program program) {
        System.arraycopy(new int[] {0, 1}, 0, program.input("action").ints(), 0, 2);
        System.arraycopy(new float[] {2, -1}, 0, program.input("advantage").floats(), 0, 2);
        program.set("entropy_coef", 0.1).run();
    }

    @Test
    void reinforceLossByHand() {
        AgentContext parts = REINFORCE.parts(new Space.Discrete(2));
        Reinforce reinforce = (Reinforce) REINFORCE.make(parts);
        Agents.zero(reinforce.variables());
        Agents.set(reinforce.variables(), "net.tails.0.bias", 0, (float) Math.log(3)); // π = (¼, ¾)
        Program program = Agents.program(trace -> {
            Reinforce.Loss loss = reinforce.loss(Batch.of(trace, parts, 2, 1, false));
            trace.output("policy", loss.policy());
            trace.output("entropy", loss.entropy());
        });
        fill(program);
        assertThat(program.output("entropy").item()).isCloseTo((float) ENTROPY, CLOSE);
        assertThat(program.output("policy").item()).isCloseTo((float) (LOSS - 0.1 * ENTROPY), CLOSE);
    }

    @Test
    void actorCriticLossByHand() {
        Agents agents = A2C.keys("policy_loss_coef", 2, "val_loss_coef", 0.5);
        AgentContext parts = agents.parts(new Space.Discrete(2));
        ActorCritic a2c = (ActorCritic) agents.make(parts);
        Agents.zero(a2c.variables());
        Agents.set(a2c.variables(), "net.tails.0.0.bias", 0, (float) Math.log(3));
        Agents.set(a2c.variables(), "net.tails.1.0.bias", 1);
        Program program = Agents.program(trace -> {
            ActorCritic.Loss loss = a2c.loss(Batch.of(trace, parts, 2, 1, false));
            trace.output("policy", loss.policy());
            trace.output("value", loss.value());
        });
        System.arraycopy(new float[] {3, 0}, 0, program.input("value_target").floats(), 0, 2);
        fill(program);
        assertThat(program.output("policy").item()).isCloseTo((float) (2 * LOSS - 0.1 * ENTROPY), CLOSE);
        assertThat(program.output("value").item()).isCloseTo(1.25f, CLOSE); // ½·(2² + 1²)/2
    }

    @Test
    void rowsWithoutWeightDoNotCount() {
        AgentContext parts = REINFORCE.parts(new Space.Discrete(2));
        Reinforce reinforce = (Reinforce) REINFORCE.make(parts);
        Agents.zero(reinforce.variables());
        Program program = Agents.program(trace -> trace.output(
                "policy", reinforce.loss(Batch.of(trace, parts, 3, 1, true)).policy()));
        System.arraycopy(new float[] {4, 2, 1e6f}, 0, program.input("advantage").floats(), 0, 3);
        System.arraycopy(new float[] {0.5f, 0.5f, 0}, 0, program.input("weight").floats(), 0, 3);
        program.run();
        assertThat(program.output("policy").item()).isCloseTo((float) (3 * Math.log(2)), CLOSE);
    }

    private static List<Integer> updates(Agents agents, String env, int envs, int steps) {
        List<Integer> updates = new ArrayList<>();
        try (Agents.Play play = agents.in(env, envs, Map.of(), 1)) {
            for (int t = 1; t <= steps; t++) {
                if (play.step() != null) {
                    updates.add(t);
                }
            }
        }
        return updates;
    }

    @Test
    void reinforceLearnsAfterSoManyEpisodesOfAllEnvs() {
        Agents agents = REINFORCE.keys("training_frequency", 3);
        // episodes of two steps: one ends at steps 2, 4, 6, …; with two envs two end at once, so four are there
        assertThat(updates(agents, "Probe-RewardLater-v0", 1, 12)).containsExactly(6, 12);
        assertThat(updates(agents, "Probe-RewardLater-v0", 2, 12)).containsExactly(4, 8, 12);
    }

    @Test
    void actorCriticLearnsAfterSoManySteps() {
        assertThat(updates(A2C.keys("training_frequency", 5), "CartPole-v1", 2, 12))
                .containsExactly(5, 10);
    }

    @Test
    void nStepReturnsDecideWhenToLearnUnlessThereIsALambda() {
        Agents agents = A2C.keys("training_frequency", 5, "num_step_returns", 3);
        assertThat(updates(agents, "CartPole-v1", 2, 12)).containsExactly(3, 6, 9, 12);
        assertThat(updates(agents.keys("lam", 0.9), "CartPole-v1", 2, 12)).containsExactly(5, 10);
    }

    @Test
    void separateNetsTakeAStepEach() {
        try (Agents.Play play = A2C.net("shared", false).in("CartPole-v1", 1)) {
            play.steps(3);
            assertThat(play.clock.optStep()).isEqualTo(6);
        }
        try (Agents.Play play = A2C.in("CartPole-v1", 1)) {
            play.steps(3);
            assertThat(play.clock.optStep()).isEqualTo(3);
        }
    }

    /// One row, so that its advantage is not standardised: −Â·ln π + (V − R)², with π = ½ and V = 1.
    private static double lossOfOneStep(Agents agents, int limit) {
        Agents one = agents.keys("gamma", 0.5, "training_frequency", 1);
        Map<String, Integer> args = limit == 0 ? Map.of() : Map.of("max_episode_steps", limit);
        try (Agents.Play play = one.in("CartPole-v1", 1, args, 1)) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), "net.tails.1.0.bias", 1);
            Stats stats = Objects.requireNonNull(play.step());
            return stats.mean(Metrics.LOSS);
        }
    }

    @Test
    void aCutEpisodeIsWorthWhatWouldHaveFollowed() {
        // R = 1 + ½·V = 1.5, Â = .5: .5·ln 2 + .25, whether the episode continues or is cut short here
        double expected = 0.5 * Math.log(2) + 0.25;
        assertThat(lossOfOneStep(A2C, 0)).isCloseTo(expected, within(1e-6));
        assertThat(lossOfOneStep(A2C, 1)).isCloseTo(expected, within(1e-6));
        assertThat(lossOfOneStep(A2C.keys("lam", 0.95), 0)).isCloseTo(expected, within(1e-6));
        assertThat(lossOfOneStep(A2C.keys("lam", 0.95), 1)).isCloseTo(expected, within(1e-6));
    }

    @Test
    void masksForbidActions() {
        Agents agents = A2C.keys("training_frequency", 4);
        try (Agents.Play play = agents.in("Taxi-v3", 1)) {
            Array mask = Objects.requireNonNull(play.env.reset(1).actionMask());
            for (int t = 0; t < 50; t++) {
                byte[] before = mask.bytes().clone();
                assertThat(before[(int) play.actions()[0]]).isEqualTo((byte) 1);
            }
        }
    }
}
