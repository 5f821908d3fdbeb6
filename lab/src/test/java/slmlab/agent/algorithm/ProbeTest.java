package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.sac.SoftActorCritic;
import slmlab.agent.net.ForwardPass;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Every algorithm on the smallest environments there are. The first probe that fails names the broken part.
@Tag("learning")
@Tag("slow")
class ProbeTest {
    private static final long SEED = 1;
    private static final int ENVS = 4;

    /// @param continuous whether its actions are continuous
    record Case(String name, Agents agents, boolean continuous, int steps) {
        @Override
        public String toString() {
            return name + (continuous ? " continuous" : "");
        }

        String env(String probe) {
            return "Probe-" + probe + (continuous ? "Continuous" : "") + "-v0";
        }
    }

    private static Agents onPolicy(String name) {
        return Agents.of(name, "OnPolicyBatchReplay")
                .keys("training_frequency", 16)
                .net("shared", false);
    }

    private static Agents ppo(String name) {
        return onPolicy(name)
                .keys("time_horizon", 64, "minibatch_size", 256, "training_epoch", 4, "lam", 0.9)
                .net("optim_spec", Map.of("name", "Adam", "lr", 0.01));
    }

    private static Agents replay(String name) {
        return Agents.of(name, "Replay")
                .keys("training_start_step", 64, "training_frequency", 4)
                .memory("batch_size", 32)
                .net("update_type", "polyak", "polyak_coef", 0.1);
    }

    private static Agents exploring(Agents agents) {
        return agents.keys("explore_var_spec", Map.of("name", "no_decay", "start_val", 0.3));
    }

    private static Agents soft(String name) {
        return replay(name).keys("fixed_alpha", 0.02, "training_iter", 1);
    }

    /// Those that learn a value.
    static List<Case> valued() {
        List<Case> cases = new ArrayList<>();
        for (boolean continuous : new boolean[] {false, true}) {
            cases.add(new Case("PPO", ppo("PPO"), continuous, 4000));
            cases.add(new Case("PPOSIL", ppo("PPOSIL"), continuous, 4000));
            cases.add(new Case("A2C", onPolicy("ActorCritic").keys("training_frequency", 4), continuous, 1500));
            cases.add(new Case(
                    "A2C of GAE", onPolicy("ActorCritic").keys("lam", 0.9, "training_frequency", 4), continuous, 1500));
            cases.add(new Case("SIL", onPolicy("SIL").keys("training_frequency", 4), continuous, 1500));
            cases.add(new Case("SAC", soft("SoftActorCritic"), continuous, 1500));
            cases.add(new Case("CrossQ", soft("CrossQ").criticNet("batch_norm", true), continuous, 1500));
        }
        cases.add(new Case("PPO of one net", ppo("PPO").net("shared", true), false, 2500));
        cases.add(new Case("SARSA", exploring(onPolicy("SARSA").keys("training_frequency", 4)), false, 1500));
        cases.add(new Case("VanillaDQN", exploring(replay("VanillaDQN")), false, 700));
        cases.add(new Case("DQN", exploring(replay("DQN")), false, 700));
        cases.add(
                new Case("DoubleDQN", exploring(replay("DoubleDQN").memory("name", "PrioritizedReplay")), false, 700));
        cases.add(new Case("HydraDQN", exploring(replay("HydraDQN")), false, 700));
        cases.add(new Case("dueling DQN", exploring(replay("DQN").net("type", "DuelingMLPNet")), false, 700));
        cases.add(new Case("TD3", replay("TD3"), true, 700));
        cases.add(new Case("DDPG", replay("DDPG"), true, 700));
        return cases;
    }

    /// All that learn to act.
    static List<Case> acting() {
        List<Case> cases = new ArrayList<>(valued());
        Agents reinforce = Agents.of("Reinforce", "OnPolicyReplay").keys("training_frequency", 16);
        cases.add(new Case("REINFORCE", reinforce, false, 1000));
        cases.add(new Case("REINFORCE", reinforce, true, 2000));
        cases.add(new Case("PPO of episodes", ppo("PPO").memory("name", "OnPolicyReplay"), false, 2500));
        cases.add(new Case("recurrent PPO", ppo("PPO").net("shared", true).recurrent(4), false, 2500));
        cases.add(new Case("recurrent PPO", ppo("PPO").recurrent(4), true, 4000));
        cases.add(new Case("recurrent DQN", exploring(replay("DQN").recurrent(4)), false, 700));
        return cases;
    }

    private static Agents.Play trained(Case test, String probe, long seed) {
        return test.agents.in(test.env(probe), ENVS, Map.of(), seed).steps(test.steps);
    }

    /// V(obs), or the mean of Q over actions.
    static double value(Agents.Play play, float obs) {
        Program program = Program.trace(trace -> {
            Tensor in = Tensor.of(Array.of(Shape.of(1, 1), obs));
            Tensor action =
                    play.env.actionSpace().rowType() == DType.FLOAT32 ? Tensor.of(Array.of(Shape.of(1, 1), 0)) : null;
            ForwardPass pass = ForwardPass.acting(trace);
            Algorithm agent = play.agent;
            trace.output(
                    "value",
                    switch (agent) {
                        case Ppo ppo -> ppo.nets.value(in, pass);
                        case ActorCritic a2c -> a2c.nets.value(in, pass);
                        case Sarsa sarsa ->
                            sarsa.net.forward(in, pass).getFirst().mean(1);
                        case Dqn dqn -> dqn.net.forward(in, pass).getFirst().mean(1);
                        case SoftActorCritic sac ->
                            sac.critics().values(in, action, pass).getFirst().mean(1);
                        case Td3 td3 ->
                            td3.critics.values(in, action, pass).getFirst().mean(1);
                        default -> throw new IllegalArgumentException("no value: " + agent);
                    });
        });
        program.run();
        return program.output("value").item();
    }

    private static final Offset<Double> NEAR = within(0.1);

    @ParameterizedTest
    @MethodSource("valued")
    void constantReward(Case test) {
        try (Agents.Play play = trained(test, "ConstantReward", SEED)) {
            assertThat(value(play, 0)).isCloseTo(1, NEAR);
        }
    }

    @ParameterizedTest
    @MethodSource("valued")
    void rewardFromObs(Case test) {
        try (Agents.Play play = trained(test, "RewardFromObs", SEED)) {
            assertThat(value(play, 1)).isCloseTo(1, NEAR);
            assertThat(value(play, -1)).isCloseTo(-1, NEAR);
        }
    }

    /// γ = 0.9 one step before the reward.
    @ParameterizedTest
    @MethodSource("valued")
    void rewardLater(Case test) {
        try (Agents.Play play = trained(test, "RewardLater", SEED)) {
            assertThat(value(play, 0)).isCloseTo(0.9, NEAR);
            assertThat(value(play, 1)).isCloseTo(1, NEAR);
        }
    }

    @ParameterizedTest
    @MethodSource("acting")
    void rewardFromAction(Case test) {
        assertThat(score(test, "RewardFromAction", SEED)).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @MethodSource("acting")
    void rewardFromObsAndAction(Case test) {
        assertThat(score(test, "RewardFromObsAndAction", SEED)).isGreaterThan(0.9);
    }

    /// The mean return of the policy's mode; 1 is the best.
    static double score(Case test, String probe, long seed) {
        try (Agents.Play play = trained(test, probe, seed);
                VecEnv own = Envs.make(test.env(probe), 8, Map.of())) {
            return play.score(own, 64);
        }
    }
}
