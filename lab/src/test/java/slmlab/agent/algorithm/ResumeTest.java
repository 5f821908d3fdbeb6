package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Variable;

/// Save, load and continue equals never having stopped: the same actions and weights, bit for bit.
class ResumeTest {
    private static final int ON = 60;

    record Case(String name, Agents agents, String env, int saved) {
        @Override
        public String toString() {
            return name + " after " + saved;
        }
    }

    private static final String CHOICES = "CartPole-v1";
    private static final String NUMBERS = "Pendulum-v1";
    private static final String BATCH = "OnPolicyBatchReplay";
    private static final String EPISODES = "OnPolicyReplay";

    private static Agents ppo(String name) {
        return Agents.of(name, BATCH)
                .net("shared", true)
                .keys("time_horizon", 16, "minibatch_size", 8, "training_epoch", 2);
    }

    private static Agents replay(String name) {
        return Agents.of(name, "Replay")
                .keys("training_start_step", 24, "training_frequency", 3)
                .memory("max_size", 60);
    }

    /// Those whose updates draw: a squashed Gaussian's entropy is an estimate.
    private static List<Agents> squashed() {
        return Stream.of(
                        Agents.of("Reinforce", BATCH).keys("training_frequency", 8),
                        Agents.of("ActorCritic", BATCH).keys("training_frequency", 8),
                        Agents.of("SIL", BATCH).keys("training_frequency", 8),
                        ppo("PPO").keys("time_horizon", 13), // minibatches of 8 rows and of 2
                        ppo("PPOSIL"))
                .map(agents -> agents.net("shared", true)
                        .keys("action_pdtype", "NormalTanh")
                        .keys("entropy_coef_spec", Map.of("name", "no_decay", "start_val", 0.1)))
                .toList();
    }

    /// Every algorithm there is, and forms of them that keep something of their own.
    static List<Case> cases() {
        Agents boltzmann = replay("DQN").keys("action_policy", "boltzmann");
        List<Case> cases = new ArrayList<>();
        for (int saved : new int[] {0, 7, 16, 53}) { // before, inside and right after a rollout; after updates
            cases.add(new Case("Random", Agents.of("Random", BATCH), CHOICES, saved));
            cases.add(new Case("Reinforce", Agents.of("Reinforce", EPISODES), CHOICES, saved));
            Agents a2c = Agents.of("ActorCritic", BATCH).keys("training_frequency", 8);
            cases.add(new Case("ActorCritic", a2c.keys("normalize_v_targets", true), NUMBERS, saved));
            cases.add(new Case(
                    "ActorCritic episodes",
                    a2c.keys("training_frequency", 2).memory("name", EPISODES),
                    CHOICES,
                    saved));
            cases.add(new Case("PPO", ppo("PPO"), NUMBERS, saved));
            Agents scaled = ppo("PPO").keys("normalize_advantages", "percentile", "normalize_v_targets", true);
            cases.add(new Case("PPO percentile", scaled, CHOICES, saved));
            cases.add(new Case("PPO batch norm", ppo("PPO").net("batch_norm", true), CHOICES, saved));
            for (Agents agents : squashed()) {
                cases.add(new Case(agents + " squashed", agents, NUMBERS, saved));
            }
            cases.add(new Case("PPO recurrent", ppo("PPO").recurrent(4), CHOICES, saved));
            cases.add(new Case("PPO episodes", ppo("PPO").memory("name", EPISODES), CHOICES, saved));
            cases.add(new Case("SIL", Agents.of("SIL", EPISODES).net("shared", true), CHOICES, saved));
            cases.add(new Case("PPOSIL", ppo("PPOSIL"), CHOICES, saved));
            Agents recurrentSil = ppo("PPOSIL").recurrent(4).memory("use_cer", true);
            cases.add(new Case("PPOSIL recurrent", recurrentSil, CHOICES, saved));
            Agents sarsa = Agents.of("SARSA", BATCH)
                    .keys("training_frequency", 4, "action_policy", "boltzmann")
                    .keys("explore_var_spec", Map.of("name", "no_decay", "start_val", 1));
            cases.add(new Case("SARSA", sarsa, CHOICES, saved));
            cases.add(new Case("SARSA recurrent", sarsa.recurrent(4), CHOICES, saved));
            cases.add(new Case("VanillaDQN", replay("VanillaDQN"), CHOICES, saved));
            cases.add(new Case("DQN", boltzmann.net("update_frequency", 10), CHOICES, saved));
            cases.add(new Case("DQN recurrent", boltzmann.recurrent(4), CHOICES, saved));
            Agents per = replay("DoubleDQN").memory("name", "PrioritizedReplay", "beta", 0.4, "use_cer", true);
            cases.add(new Case("DoubleDQN", per, CHOICES, saved));
            Agents windows = per.recurrent(4).keys("num_step_returns", 2);
            cases.add(new Case("DoubleDQN recurrent", windows, CHOICES, saved));
            cases.add(new Case("HydraDQN", replay("HydraDQN").keys("num_step_returns", 3), CHOICES, saved));
            Agents polyak = replay("SoftActorCritic").net("update_type", "polyak", "polyak_coef", 0.1);
            cases.add(new Case("SoftActorCritic", polyak.keys("policy_delay", 2), NUMBERS, saved));
            cases.add(new Case("SoftActorCritic choices", polyak, CHOICES, saved));
            Agents crossQ = replay("CrossQ").criticNet("batch_norm", true);
            cases.add(new Case("CrossQ", crossQ, NUMBERS, saved));
            cases.add(new Case("TD3", replay("TD3"), NUMBERS, saved));
            cases.add(new Case("DDPG", replay("DDPG"), NUMBERS, saved));
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void continuesAsIfItHadNeverStopped(Case test) {
        try (Agents.Play first = test.agents.in(test.env, 2);
                Agents.Play second = test.agents.in(test.env, 2)) {
            first.steps(test.saved);
            second.follow(first);
            for (int t = 0; t < ON; t++) {
                assertThat(second.actions()).as("actions %d steps later", t).containsExactly(first.actions());
            }
            for (Variable variable : first.agent.variables().all()) {
                assertThat(second.agent.variables().get(variable.name()).array().floats())
                        .as(variable.name())
                        .containsExactly(variable.array().floats());
            }
            assertThat(second.clock.optStep()).isEqualTo(first.clock.optStep()).isPositive();
        }
    }
}
