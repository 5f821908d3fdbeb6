package slmlab.agent.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.Clock;
import slmlab.agent.algorithm.Agents;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Variables;

class TargetNetsTest {
    private static final Agents DQN = Agents.of("DQN", "Replay");

    private final Variables variables = new Variables();
    private final float[] net =
            variables.add("net.w", Array.of(Shape.of(1), 8)).array().floats();
    private final float[] target =
            variables.add("target_net.w", Array.of(Shape.of(1), 0)).array().floats();
    private final float[] other =
            variables.add("net_other.w", Array.of(Shape.of(1), 5)).array().floats();

    private TargetNets targets(Agents agents, Clock clock) {
        AgentContext parts = agents.parts(Space.Box.of(-1, 1, 1), new Space.Discrete(2), clock.envs(), false, clock, 1);
        return TargetNets.replaced(parts, variables, List.of("net"));
    }

    @Test
    void beginsAsWhatItFollows() {
        targets(DQN, new Clock(1, 100));
        assertThat(target).containsExactly(8);
        assertThat(other).containsExactly(5);
    }

    @Test
    void polyakGoesAShareOfTheWayEachTime() {
        TargetNets targets = targets(DQN.net("update_type", "polyak", "polyak_coef", 0.25), new Clock(1, 100));
        net[0] = 16;
        targets.follow();
        assertThat(target).containsExactly(10); // ¾·8 + ¼·16
        targets.follow();
        assertThat(target).containsExactly(11.5f); // ¾·10 + ¼·16
    }

    @Test
    void replaceCopiesEverySoManyFrames() {
        Clock clock = new Clock(4, 100);
        TargetNets targets = targets(DQN.net("update_type", "replace", "update_frequency", 10), clock);
        List<Long> copied = new ArrayList<>();
        while (clock.frame() < 40) {
            clock.advance();
            net[0] = 1000 + clock.frame();
            targets.follow();
            if (target[0] == net[0]) {
                copied.add(clock.frame());
            }
        }
        assertThat(copied).containsExactly(12L, 20L, 32L, 40L);
    }

    /// Nothing said about them: they follow slowly, τ = 0.005, and are not copied at every step.
    @ParameterizedTest
    @CsvSource({
        "SoftActorCritic, Probe-RewardFromAction-v0, target_q1_net.tails.0.bias",
        "SoftActorCritic, Pendulum-v1, target_q2_net.tails.0.bias",
        "TD3, Pendulum-v1, target_q1_net.tails.0.bias",
        "TD3, Pendulum-v1, target_net.tails.0.bias",
        "DDPG, Pendulum-v1, target_q1_net.tails.0.bias",
        "DDPG, Pendulum-v1, target_net.tails.0.bias"
    })
    void actorCriticsFollowSlowlyUnlessTold(String algorithm, String env, String name) {
        Agents agents = Agents.of(algorithm, "Replay")
                .memory("batch_size", 2)
                .keys("training_start_step", 4, "training_iter", 1, "policy_delay", 1);
        try (Agents.Play play = agents.in(env, 1)) {
            float[] slow = play.agent.variables().get(name).array().floats();
            float[] fast = play.agent
                    .variables()
                    .get(name.substring("target_".length()))
                    .array()
                    .floats();
            play.steps(4);
            float before = slow[0];
            play.steps(1);
            assertThat(fast[0]).isNotEqualTo(before);
            assertThat(slow[0]).isCloseTo((float) (0.995 * before + 0.005 * fast[0]), within(1e-7f));
        }
    }

    /// SLM-Lab replaces where update_type is missing.
    @ParameterizedTest
    @ValueSource(strings = {"SoftActorCritic", "TD3"})
    void aFrequencyWithoutATypeIsOneOfReplacement(String algorithm) {
        Agents agents = Agents.of(algorithm, "Replay")
                .memory("batch_size", 2)
                .net("update_frequency", 6)
                .keys("training_start_step", 4, "training_iter", 1, "policy_delay", 1);
        try (Agents.Play play = agents.in("Pendulum-v1", 1)) {
            float[] slow = play.agent
                    .variables()
                    .get("target_q1_net.tails.0.bias")
                    .array()
                    .floats();
            float[] fast =
                    play.agent.variables().get("q1_net.tails.0.bias").array().floats();
            float first = slow[0];
            play.steps(5);
            assertThat(slow[0]).isEqualTo(first).isNotEqualTo(fast[0]);
            play.steps(1);
            assertThat(slow[0]).isEqualTo(fast[0]).isNotEqualTo(first);
        }
    }
}
