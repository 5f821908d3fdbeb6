package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Stats;
import slmlab.env.Step;
import slmlab.metric.Metrics;

/// An episode that is cut short continues with the value of its own last observation, not with that of the next
/// episode's first. V is a line of the observation here, so that both differ.
class CutEpisodesTest {
    private static final int ENVS = 3;
    private static final int STEPS = 40;
    private static final double GAMMA = 0.9;
    private static final float[] WEIGHTS = {3, -2, 5, 1}; // of CartPole's four numbers
    private static final float BIAS = 0.5f;

    private static double value(float[] obs, int env) {
        double sum = BIAS;
        for (int i = 0; i < WEIGHTS.length; i++) {
            sum += WEIGHTS[i] * obs[env * WEIGHTS.length + i];
        }
        return sum;
    }

    /// What happened, by step and env.
    private static final class Seen {
        final double[][] value = new double[STEPS + 1][ENVS];
        final double[][] finalValue = new double[STEPS][ENVS];
        final boolean[][] terminated = new boolean[STEPS][ENVS];
        final boolean[][] truncated = new boolean[STEPS][ENVS];

        @Nullable
        Stats stats;

        /// V of what followed a step: nothing, the cut episode's own end, or the next observation.
        double next(int t, int env) {
            return terminated[t][env] ? 0 : truncated[t][env] ? finalValue[t][env] : value[t + 1][env];
        }

        /// E[(V − R)²], the value's loss, when R is by GAE; CartPole pays 1 a step.
        double lossOfGae(double lam) {
            double loss = 0;
            for (int env = 0; env < ENVS; env++) {
                for (int t = 0; t < STEPS; t++) {
                    double advantage = 0; // Σ (γλ)^k·δ_{t+k}, to the end of the episode
                    double factor = 1;
                    for (int k = t; k < STEPS; k++) {
                        advantage += factor * (1 + GAMMA * next(k, env) - value[k][env]);
                        factor *= GAMMA * lam;
                        if (terminated[k][env] || truncated[k][env]) {
                            break;
                        }
                    }
                    loss += advantage * advantage / (ENVS * STEPS);
                }
            }
            return loss;
        }

        /// The same when R sums rewards as far as there are any.
        double lossOfReturns() {
            double loss = 0;
            for (int env = 0; env < ENVS; env++) {
                for (int t = 0; t < STEPS; t++) {
                    double sum = 0;
                    double factor = 1;
                    for (int k = t; k < STEPS; k++) {
                        sum += factor;
                        factor *= GAMMA;
                        if (terminated[k][env] || truncated[k][env] || k == STEPS - 1) {
                            sum += factor * next(k, env);
                            break;
                        }
                    }
                    loss += Math.pow(sum - value[t][env], 2) / (ENVS * STEPS);
                }
            }
            return loss;
        }

        /// The same with every cut episode's value taken from the next one's first observation.
        Seen mistaken() {
            Seen other = new Seen();
            for (int t = 0; t < STEPS; t++) {
                other.value[t] = value[t].clone();
                other.terminated[t] = terminated[t].clone();
                other.truncated[t] = truncated[t].clone();
                other.finalValue[t] = value[t + 1].clone();
            }
            other.value[STEPS] = value[STEPS].clone();
            return other;
        }
    }

    private static Seen play(Agents agents, boolean shared) {
        Seen seen = new Seen();
        Agents still = agents.keys("gamma", GAMMA, "val_loss_coef", 1)
                .net(
                        "shared",
                        shared,
                        "hid_layers",
                        List.of(1),
                        "hid_layers_activation",
                        "identity",
                        "optim_spec",
                        Map.of("name", "SGD", "lr", 0));
        try (Agents.Play play = still.in("CartPole-v1", ENVS, Map.of("max_episode_steps", 13), 5)) {
            Agents.zero(play.agent.variables());
            String body = shared ? "net" : "critic_net";
            String tail = shared ? "net.tails.1.0" : "critic_net.tails.0";
            Agents.set(play.agent.variables(), body + ".model.0.weight", WEIGHTS);
            Agents.set(play.agent.variables(), tail + ".weight", 1);
            Agents.set(play.agent.variables(), tail + ".bias", BIAS);
            Step step = play.shown();
            for (int t = 0; t < STEPS; t++) {
                for (int env = 0; env < ENVS; env++) {
                    seen.value[t][env] = value(step.obs().floats(), env);
                }
                seen.stats = play.step();
                assertThat(seen.stats != null).isEqualTo(t == STEPS - 1);
                for (int env = 0; env < ENVS; env++) {
                    seen.terminated[t][env] = step.terminated().bytes()[env] != 0;
                    seen.truncated[t][env] = step.truncated().bytes()[env] != 0;
                    seen.finalValue[t][env] = value(step.finalObs().floats(), env);
                    seen.value[t + 1][env] = value(step.obs().floats(), env);
                }
            }
        }
        return seen;
    }

    private static long count(boolean[][] flags) {
        return Arrays.stream(flags)
                .mapToLong(row -> {
                    long sum = 0;
                    for (boolean flag : row) {
                        sum += flag ? 1 : 0;
                    }
                    return sum;
                })
                .sum();
    }

    /// Advantages have the mean 0, π is ½ or the ratio 1, and entropy does not count: what is left is the value's
    /// loss.
    @ParameterizedTest
    @CsvSource({"PPO, .8, true", "PPO, 1, false", "ActorCritic, .8, true", "ActorCritic, , true", "ActorCritic, , false"
    })
    void theLastObservationOfACutEpisodeIsValued(String name, @Nullable Double lam, boolean shared) {
        Agents agents = Agents.of(name, "OnPolicyBatchReplay");
        agents = name.equals("PPO")
                ? agents.keys("time_horizon", STEPS, "training_epoch", 1, "minibatch_size", STEPS * ENVS)
                : agents.keys("training_frequency", STEPS);
        Seen seen = play(lam == null ? agents : agents.keys("lam", lam), shared);
        assertThat(count(seen.truncated)).isGreaterThan(1);
        assertThat(count(seen.terminated)).isGreaterThan(1);
        double expected = lam == null ? seen.lossOfReturns() : seen.lossOfGae(lam);
        double mistaken =
                lam == null ? seen.mistaken().lossOfReturns() : seen.mistaken().lossOfGae(lam);
        assertThat(Objects.requireNonNull(seen.stats).mean(Metrics.LOSS)).isCloseTo(expected, within(1e-4));
        assertThat(Math.abs(mistaken - expected)).isGreaterThan(0.01);
    }
}
