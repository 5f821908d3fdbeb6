package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slmlab.env.Envs;
import slmlab.env.VecEnv;

/// Environments that ask for one thing each: memory, pixels, goals.
@Tag("learning")
@Tag("slow")
class SmallWorldTest {
    private static final long SEED = 1;
    private static final Map<String, Integer> MAZE = Map.of("length", 3);

    /// Without the sign, the best is a guess at the junction: (4 − 0.1) / 2 = 1.95.
    private static final double GUESS = 1.95;

    private static final Agents PPO = Agents.of("PPO", "OnPolicyBatchReplay")
            .keys("time_horizon", 32, "minibatch_size", 64, "training_epoch", 4, "lam", 0.95, "gamma", 0.95)
            .keys("entropy_coef_spec", Map.of("name", "no_decay", "start_val", 0.02))
            .net("shared", true, "hid_layers", List.of(16));

    private static final Agents DQN = Agents.of("DQN", "Replay")
            .keys("training_start_step", 200, "training_frequency", 8, "gamma", 0.95)
            .keys(
                    "explore_var_spec",
                    Map.of("name", "linear_decay", "start_val", 1.0, "end_val", 0.1, "end_step", 6000))
            .memory("batch_size", 32, "max_size", 5000)
            .net("hid_layers", List.of(16), "update_type", "replace", "update_frequency", 200);

    static double score(Agents agents, String env, Map<String, ?> args, int steps, long seed) {
        try (Agents.Play play = agents.in(env, 8, args, seed);
                VecEnv own = Envs.make(env, 8, args)) {
            return play.steps(steps).score(own, 100);
        }
    }

    static double recurrentPpo(long seed) {
        return score(PPO.recurrent(8), "TMaze-v0", MAZE, 2000, seed);
    }

    static double recurrentDqn(long seed) {
        return score(DQN.recurrent(8), "TMaze-v0", MAZE, 2000, seed);
    }

    @Test
    void aRecurrentPpoRemembersTheSign() {
        assertThat(recurrentPpo(SEED)).isGreaterThan(3.8);
    }

    @Test
    void aRecurrentDqnRemembersTheSign() {
        assertThat(recurrentDqn(SEED)).isGreaterThan(3.8);
    }

    static double mlp(long seed) {
        return score(PPO, "TMaze-v0", MAZE, 2000, seed);
    }

    @Test
    void withoutMemoryTheSignIsForgotten() {
        assertThat(mlp(SEED)).isBetween(GUESS - 1.2, GUESS + 1.2);
    }

    static double convolution(long seed) {
        Agents conv = new Agents(
                "PPO",
                PPO.keys(),
                PPO.memory(),
                Map.of(
                        "type",
                        "ConvNet",
                        "shared",
                        true,
                        "conv_hid_layers",
                        List.of(List.of(8, 3, 1, 0, 1)),
                        "fc_hid_layers",
                        List.of(32),
                        "optim_spec",
                        Map.of("name", "Adam", "lr", 0.003)),
                null);
        return score(conv, "Catch-v0", Map.of(), 5000, seed);
    }

    @Test
    void aConvolutionCatchesTheBall() {
        assertThat(convolution(SEED)).isGreaterThan(0.8);
    }

    /// With 12 bits and no other goals than the one asked for, a reward is never seen, and nothing is learnt:
    /// Andrychowicz et al. 2017, arXiv:1707.01495, figure 1. Each of the 12 steps costs 1.
    static double bitFlip(int bits, long seed) {
        return score(DQN.net("hid_layers", List.of(32)), "BitFlip-v0", Map.of("n_bits", bits), 2000, seed);
    }

    @Test
    void bitFlipWithoutHindsightFails() {
        assertThat(bitFlip(12, SEED)).isLessThan(-11); // nearly every episode takes all steps
    }

    @Test
    void bitFlipOfFewBitsDoesNot() {
        assertThat(bitFlip(3, SEED)).isGreaterThan(-1.5);
    }
}
