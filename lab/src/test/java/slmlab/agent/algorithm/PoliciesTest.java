package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.Policy;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.Wrappers;

/// What acts without learning: the likeliest or best action, or draws; only what can be taken; with a memory of the
/// episode and of no other.
class PoliciesTest {
    private static final String BATCH = "OnPolicyBatchReplay";

    /// Agents of choices, with the name of the bias of their scores.
    record Case(Agents agents, String bias) {
        @Override
        public String toString() {
            return agents.algorithm();
        }
    }

    static List<Case> ofChoices() {
        Map<String, Object> always = Map.of("name", "no_decay", "start_val", 1);
        return List.of(
                new Case(Agents.of("PPO", BATCH).net("shared", false), "net.tails.0.bias"),
                new Case(Agents.of("ActorCritic", BATCH).net("shared", true), "net.tails.0.0.bias"),
                new Case(Agents.of("Reinforce", "OnPolicyReplay"), "net.tails.0.bias"),
                new Case(Agents.of("SARSA", BATCH).keys("explore_var_spec", always), "net.tails.0.bias"),
                new Case(Agents.of("DQN", "Replay").keys("explore_var_spec", always), "net.tails.0.bias"),
                new Case(Agents.of("SoftActorCritic", "Replay"), "net.tails.0.bias"),
                new Case(Agents.of("CrossQ", "Replay"), "net.tails.0.bias"));
    }

    private static double share(Policy policy, Step step, int size) {
        int ones = 0;
        for (int action : policy.act(step).ints()) {
            ones += action;
        }
        return ones / (double) size;
    }

    @ParameterizedTest
    @MethodSource("ofChoices")
    void takesTheBestOrDraws(Case test) {
        int size = 4000;
        try (Agents.Play play = test.agents.in("CartPole-v1", 1);
                VecEnv env = Envs.make("CartPole-v1", size, Map.of())) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), test.bias, 0, 0.01f);
            Step step = env.reset(1);
            assertThat(share(play.agent.policy(size, false), step, size)).isEqualTo(1);
            assertThat(share(play.agent.policy(size, true), step, size)).isCloseTo(0.5, within(0.03));
            Agents.set(play.agent.variables(), test.bias, 0.01f, 0);
            assertThat(share(play.agent.policy(size, false), step, size)).isZero();
        }
    }

    /// Scores rise with the number of the action: the last one that can be taken is the best.
    @ParameterizedTest
    @MethodSource("ofChoices")
    void takesOnlyWhatCanBeTaken(Case test) {
        int size = 40;
        try (VecEnv taxi = Wrappers.flattenObs(Envs.make("Taxi-v3", 1, Map.of()));
                Agents.Play play = new Agents.Play(test.agents, taxi, 1);
                VecEnv env = Wrappers.flattenObs(Envs.make("Taxi-v3", size, Map.of()))) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), test.bias, 1, 2, 3, 4, 5, 6);
            Step step = env.reset(3);
            byte[] mask = Objects.requireNonNull(step.actionMask()).bytes();
            int[] best = play.agent.policy(size, false).act(step).ints().clone();
            Policy drawing = play.agent.policy(size, true);
            for (int i = 0; i < size; i++) {
                int last = 5;
                while (mask[i * 6 + last] == 0) {
                    last--;
                }
                assertThat(best[i]).isEqualTo(last);
            }
            assertThat(best).doesNotContain(5); // to put down a passenger who is not there
            for (int t = 0; t < 20; t++) {
                int[] drawn = drawing.act(step).ints().clone();
                for (int i = 0; i < size; i++) {
                    assertThat(mask[i * 6 + drawn[i]]).isEqualTo((byte) 1);
                }
                env.step(drawing.act(step));
            }
        }
    }

    /// The numbers of what a recurrent policy chooses in a step.
    private static float[] numbers(Policy policy, Step step) {
        return policy.act(step).floats().clone();
    }

    @Test
    void aRecurrentPolicyRemembersItsEpisodeAndNoOther() {
        Agents agents = Agents.of("PPO", BATCH).net("shared", true).recurrent(4);
        try (Agents.Play play = agents.in("Pendulum-v1", 1);
                VecEnv env = Envs.make("Pendulum-v1", 2, Map.of("max_episode_steps", 5))) {
            Policy policy = play.agent.policy(2, false);
            Step step = env.reset(1);
            for (int t = 0; t < 12; t++) {
                float[] fresh = numbers(play.agent.policy(2, false), step);
                var action = policy.act(step);
                if (t % 5 == 0) {
                    assertThat(action.floats()).as("step %d", t).isEqualTo(fresh); // an episode begins
                } else {
                    assertThat(action.floats()).as("step %d", t).isNotEqualTo(fresh);
                }
                env.step(action);
            }
        }
    }

    /// The same by action values, of which one sees the best alone, and so in many envs: it does not depend on the
    /// observation here, so that what is remembered decides.
    @ParameterizedTest
    @ValueSource(strings = {"DQN", "SARSA"})
    void soDoesOneOfActionValues(String name) {
        Agents agents = Agents.of(name, name.equals("DQN") ? "Replay" : BATCH).recurrent(4);
        try (Agents.Play play = agents.in("CartPole-v1", 1);
                VecEnv env = Envs.make("CartPole-v1", 2, Map.of("max_episode_steps", 5))) {
            // h ← h/2 + n/2, n = tanh 1 in all eight numbers: .38, .57, .67, …; Q₁ = Σ h, Q₀ = 4: from the second step
            // on action 1 is the best
            Agents.zero(play.agent.variables());
            float[] bias = new float[24];
            Arrays.fill(bias, 16, 24, 1);
            Agents.set(play.agent.variables(), "net.rnn_model.bias_ih_l0", bias);
            float[] weights = new float[16];
            for (int i = 0; i < 8; i++) {
                weights[2 * i + 1] = 1; // [features, actions]
            }
            Agents.set(play.agent.variables(), "net.tails.0.weight", weights);
            Agents.set(play.agent.variables(), "net.tails.0.bias", 4, 0);
            Policy policy = play.agent.policy(2, false);
            Step step = env.reset(1);
            for (int t = 0; t < 12; t++) {
                var action = policy.act(step);
                assertThat(action.ints()).as("step %d", t).containsOnly(t % 5 == 0 ? 0 : 1);
                env.step(action);
            }
        }
    }
}
