package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.memory.Rollout;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.NotFiniteException;

/// Batch norms of on-policy agents. One stands right behind the observations, so its statistics are theirs.
class RunningNormsTest {
    private static final int WIDTH = 4;
    private static final Space OBS = Space.Box.of(-9, 9, WIDTH);
    private static final double MOMENTUM = 0.1;

    /// @param behind layers behind the norm
    private static Agents agents(String algorithm, String memory, Object... behind) {
        List<Object> layers = new ArrayList<>(List.of(Map.of("LazyBatchNorm1d", Map.of())));
        layers.addAll(List.of(behind));
        Agents agents = Agents.of(algorithm, memory);
        Map<String, Object> arc = Map.of(
                "modules",
                Map.of("body", Map.of("Sequential", layers)),
                "graph",
                Map.of("input", "x", "modules", Map.of("body", List.of("x")), "output", "body"));
        Map<String, Object> net = Map.of(
                "type", "TorchArcNet", "shared", true, "arc", arc, "optim_spec", Map.of("name", "Adam", "lr", 0.001));
        return new Agents(algorithm, agents.keys(), agents.memory(), net, null);
    }

    private static Agents.Play play(Agents agents, int envs) {
        return new Agents.Play(agents, Noise.of(OBS, new Space.Discrete(3), false, envs), 1);
    }

    /// An episode fills few of the rows that a program has room for.
    @ParameterizedTest
    @CsvSource({
        "Reinforce, OnPolicyReplay",
        "ActorCritic, OnPolicyReplay",
        "SIL, OnPolicyReplay",
        "Reinforce, OnPolicyBatchReplay",
        "ActorCritic, OnPolicyBatchReplay"
    })
    void statisticsFollowTheRowsOfAnUpdate(String algorithm, String memory) {
        Agents agents = agents(algorithm, memory).keys("training_frequency", memory.equals("OnPolicyReplay") ? 2 : 5);
        try (Agents.Play play = play(agents, 1)) {
            Rollout rollout = play.agent instanceof Reinforce one
                    ? one.collector.rollout()
                    : ((ActorCritic) play.agent).collector.rollout();
            double[] mean = new double[WIDTH];
            double[] variance = new double[WIDTH];
            Arrays.fill(variance, 1);
            for (int updates = 0; updates < 5; ) {
                play.take();
                int rows = rollout.size();
                float[] obs = Arrays.copyOf(rollout.floats("obs"), rows * WIDTH);
                if (play.update() != null) {
                    follow(mean, variance, obs, rows, updates == 0 ? 1 - MOMENTUM : MOMENTUM);
                    updates++;
                }
            }
            for (int k = 0; k < WIDTH; k++) {
                assertThat((double) number(play, "net.body.body.0.running_mean", k))
                        .isCloseTo(mean[k], within(1e-5));
                assertThat((double) number(play, "net.body.body.0.running_var", k))
                        .isCloseTo(variance[k], within(1e-4));
            }
        }
    }

    private static void follow(double[] means, double[] variances, float[] obs, int rows, double share) {
        for (int k = 0; k < WIDTH; k++) {
            double mean = 0;
            for (int row = 0; row < rows; row++) {
                mean += obs[row * WIDTH + k] / (double) rows;
            }
            double squares = 0;
            for (int row = 0; row < rows; row++) {
                squares += Math.pow(obs[row * WIDTH + k] - mean, 2);
            }
            means[k] += share * (mean - means[k]);
            variances[k] += share * (squares / (rows - 1) - variances[k]);
        }
    }

    private static float number(Agents.Play play, String name, int k) {
        return play.agent.variables().get(name).array().floats()[k];
    }

    @ParameterizedTest
    @CsvSource({
        "PPO, OnPolicyBatchReplay",
        "PPO, OnPolicyReplay",
        "PPOSIL, OnPolicyBatchReplay",
        "SARSA, OnPolicyReplay"
    })
    void everyOnPolicyAgentFollows(String algorithm, String memory) {
        Agents agents = agents(algorithm, memory);
        if (!algorithm.equals("SARSA")) {
            agents = agents.keys("time_horizon", 16, "minibatch_size", 8);
        }
        try (Agents.Play play = play(agents, 2)) {
            play.steps(200);
            for (int k = 0; k < WIDTH; k++) { // observations have mean 3 and variance 4
                assertThat(number(play, "net.body.body.0.running_mean", k)).isBetween(2f, 4f);
                assertThat(number(play, "net.body.body.0.running_var", k)).isBetween(2f, 6f);
            }
        }
    }

    /// Observations of 10²⁵, which tanh makes ±1 of: loss and gradients are finite, their variance is not.
    @Test
    void statisticsThatAreNotFiniteAreNotTakenOver() {
        Agents agents = agents("ActorCritic", "OnPolicyBatchReplay", Map.of("Tanh", Map.of()))
                .keys("training_frequency", 4);
        VecEnv env = Noise.of(OBS, new Space.Discrete(3), false, 1, 1e25);
        try (Agents.Play play = new Agents.Play(agents, env, 1)) {
            assertThatThrownBy(() -> play.steps(4))
                    .isInstanceOf(NotFiniteException.class)
                    .hasMessageStartingWith("net.body.body.0.running_var is not finite");
            assertThat(number(play, "net.body.body.0.running_var", 0)).isEqualTo(1);
        }
    }

    @Test
    void oneRowHasNoVariance() {
        String why = "batch_norm follows the rows of an update, which has 1 at a time; needs at least 2";
        assertThatThrownBy(() -> play(agents("ActorCritic", "OnPolicyBatchReplay"), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(why);
        Agents ppo = agents("PPO", "OnPolicyBatchReplay").keys("minibatch_size", 1);
        assertThatThrownBy(() -> play(ppo, 4))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(why);
        play(agents("ActorCritic", "OnPolicyBatchReplay"), 2).steps(3).close();
        play(ppo.keys("minibatch_size", 3, "time_horizon", 5), 2).steps(10).close(); // 3, 3, 3 and 1
    }
}
