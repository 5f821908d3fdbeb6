package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import slmlab.metric.Metrics;

/// The error of a net whose weights are 0, with γ = ½ and Q = 1 for both actions.
class SarsaTest {
    private static final Agents SARSA =
            Agents.of("SARSA", "OnPolicyBatchReplay").keys("gamma", 0.5);

    private static double loss(Agents agents, String env, Map<String, ?> args, int steps) {
        try (Agents.Play play = agents.keys("training_frequency", steps).in(env, 1, args, 1)) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), "net.tails.0.bias", 1, 1);
            play.steps(steps - 1);
            return Objects.requireNonNull(play.step()).mean(Metrics.LOSS);
        }
    }

    @Test
    void theTargetIsRewardAndWhatFollows() {
        // r = 0, then 1 and the end: y = 0 + ½·1 and 1 + 0; the mean of (1 − ½)² and 0
        assertThat(loss(SARSA, "Probe-RewardLater-v0", Map.of(), 2)).isCloseTo(0.125, within(1e-6));
    }

    @Test
    void theLastStepOfABatchHasAFutureToo() {
        assertThat(loss(SARSA, "Probe-RewardLater-v0", Map.of(), 1)).isCloseTo(0.25, within(1e-6));
    }

    @Test
    void aCutEpisodeHasAFuture() {
        // r = 1: y = 1 + ½·1; a terminated one would have y = 1 and no error
        assertThat(loss(SARSA, "CartPole-v1", Map.of("max_episode_steps", 1), 1))
                .isCloseTo(0.25, within(1e-6));
    }

    @Test
    void theNextActionIsTheOneThatIsTaken() {
        // actions at random; Q = (0, 10), the first step's target is ½ of what the second action is worth
        Agents agents = SARSA.keys("action_policy", "random", "training_frequency", 1);
        for (int seed = 0; seed < 20; seed++) {
            try (Agents.Play play = agents.in("Probe-RewardLater-v0", 1, Map.of(), seed)) {
                Agents.zero(play.agent.variables());
                Agents.set(play.agent.variables(), "net.tails.0.bias", 0, 10);
                float first = play.actions()[0];
                double loss = play.mean(Metrics.LOSS);
                float second = play.actions()[0]; // chosen before the net changed
                double error = 10 * first - 0.5 * 10 * second;
                assertThat(loss).as("seed %d", seed).isCloseTo(error * error, within(1e-4));
            }
        }
    }

    @Test
    void aCutEpisodesNextActionIsOneThatItsFinalObservationAllows() {
        // only action 1 can be taken at first, with Q = 10, and only action 0 where the episode is cut, with Q = 0:
        // y = 0 + ½·0; the next episode's mask would give y = ½·10
        for (String policy : List.of("random", "epsilon_greedy")) {
            Agents agents = SARSA.keys("action_policy", policy, "training_frequency", 1);
            try (Agents.Play play = new Agents.Play(agents, Gate.cut(), 1)) {
                Agents.zero(play.agent.variables());
                Agents.set(play.agent.variables(), "net.tails.0.bias", 0, 10);
                assertThat(Objects.requireNonNull(play.step()).mean(Metrics.LOSS))
                        .as(policy)
                        .isCloseTo(100, within(1e-4));
            }
        }
    }
}
