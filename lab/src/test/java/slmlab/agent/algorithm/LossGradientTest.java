package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.agent.algorithm.sac.SoftActorCritic;
import slmlab.agent.part.ActorCriticNets;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.agent.part.Imitation;
import slmlab.agent.part.SilConfig;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.GradientCheck;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;

/// The gradient of every loss by the weights that follow it, against central differences in double precision.
/// What a loss holds fixed (a target, a critic while the actor learns) does not depend on these weights here.
class LossGradientTest {
    private static final int ROWS = 6;
    private static final Space OBS = Space.Box.of(-1, 1, 3);
    private static final Space CHOICES = new Space.Discrete(3);
    private static final Space NUMBERS = Space.Box.of(-1, 1, 2);

    /// @param loss traces it and gives the inputs numbers
    /// @param weights the beginnings of the names of what learns by it
    record Case(
            String name, Agents agents, Space action, BiFunction<Algorithm, Inputs, Tensor> loss, String... weights) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// The inputs of a trace, with numbers.
    static final class Inputs {
        final Trace trace;
        final AgentContext parts;
        final Map<Tensor, Array> values = new HashMap<>();
        private final RandomStream random = RandomStream.ofSeed(17);

        Inputs(Trace trace, AgentContext parts) {
            this.trace = trace;
            this.parts = parts;
        }

        Inputs normal(String name, int... dims) {
            float[] numbers = new float[Shape.of(dims).volume()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (float) random.nextNormal();
            }
            values.put(trace.input(name, dims), Array.of(Shape.of(dims), numbers));
            return this;
        }

        Inputs all(float value, String name, int... dims) {
            float[] numbers = new float[Shape.of(dims).volume()];
            Arrays.fill(numbers, value);
            values.put(trace.input(name, dims), Array.of(Shape.of(dims), numbers));
            return this;
        }

        Inputs scalar(String name, double value) {
            values.put(trace.scalar(name), Array.of(Shape.SCALAR, (float) value));
            return this;
        }

        Inputs rows() {
            return normal("obs", ROWS, 3).actions();
        }

        Inputs actions() {
            if (parts.action() instanceof Space.Discrete(int n, int _)) {
                int[] chosen = new int[ROWS];
                for (int i = 0; i < ROWS; i++) {
                    chosen[i] = random.nextInt(n);
                }
                Tensor input = parts.rows(trace, "", ROWS).action();
                values.put(input, Array.ofInts(Shape.of(ROWS), chosen));
                return this;
            }
            return normal("action", ROWS, 2);
        }

        /// What is learnt from a replay; a discount of 0 lets nothing of what comes next count.
        Inputs transitions(float discount) {
            return rows().normal("next_obs", ROWS, 3)
                    .normal("reward", ROWS)
                    .all(discount, "discount", ROWS)
                    .scalar("alpha", 0.2)
                    .scalar("sa_eps", 0.3);
        }

        /// What is learnt from a rollout.
        Inputs rollout() {
            return rows().normal("advantage", ROWS)
                    .normal("value_target", ROWS)
                    .normal("value", ROWS)
                    .all(-1.1f, "log_prob", ROWS)
                    .scalar("clip_eps", 0.2)
                    .scalar("entropy_coef", 0.1)
                    .scalar("value_scale", 0.5)
                    .scalar("sa_eps", 0.3);
        }
    }

    private static Tensor ppo(Algorithm agent, Inputs in) {
        in.rollout();
        Ppo.Loss loss = ((Ppo) agent).loss(Batch.of(in.trace, in.parts, ROWS, 1, false));
        return loss.policy().add(loss.value());
    }

    /// Two windows of three steps, with an episode that begins inside the second.
    private static Tensor recurrentPpo(Algorithm agent, Inputs in) {
        in.rollout().normal("net.state", 2, 8).all(1f / ROWS, "weight", ROWS);
        in.values.put(in.trace.input("reset", 2, 3), Array.of(Shape.of(2, 3), 0, 0, 0, 0, 1, 0));
        Ppo.Loss loss = ((Ppo) agent).loss(Batch.of(in.trace, in.parts, 2, 3, true));
        return loss.policy().add(loss.value());
    }

    private static Tensor actorCritic(Algorithm agent, Inputs in) {
        in.rollout();
        ActorCritic.Loss loss = ((ActorCritic) agent).loss(Batch.of(in.trace, in.parts, ROWS, 1, false));
        return loss.policy().add(loss.value());
    }

    private static Tensor reinforce(Algorithm agent, Inputs in) {
        in.rollout();
        return ((Reinforce) agent)
                .loss(Batch.of(in.trace, in.parts, ROWS, 1, false))
                .policy();
    }

    private static Tensor sarsa(Algorithm agent, Inputs in) {
        in.rollout();
        return ((Sarsa) agent)
                .loss(Batch.of(in.trace, in.parts, ROWS, 1, false))
                .mean();
    }

    private static Tensor dqn(Algorithm agent, Inputs in) {
        return dqn(agent, in, 0.9f);
    }

    /// @param discount 0 where the next observation is valued by the same net
    private static Tensor dqn(Algorithm agent, Inputs in, float discount) {
        in.transitions(discount);
        return ((Dqn) agent).loss(in.trace).mean();
    }

    /// Two windows of three steps, and the observations behind them. Nothing of what comes next counts, since
    /// it is valued by the same pass.
    private static Tensor recurrentDqn(Algorithm agent, Inputs in) {
        in.actions()
                .normal("obs", 8, 3)
                .normal("reward", ROWS)
                .all(0, "discount", ROWS)
                .all(1f / ROWS, "weight", ROWS)
                .normal("net.state", 2, 8)
                .normal("target_net.state", 2, 8)
                .all(0, "reset", 2, 4);
        return ((Dqn) agent).windowLoss(in.trace).mean();
    }

    /// Of one critic of SAC, CrossQ or TD3.
    private static Tensor critic(Algorithm agent, Inputs in, float discount, int index) {
        in.transitions(discount);
        return (switch (agent) {
                    case SoftActorCritic sac -> sac.criticLoss(in.trace);
                    case Td3 td3 -> td3.criticLoss(in.trace);
                    default -> throw new IllegalArgumentException(agent.toString());
                })
                .each()
                .get(index);
    }

    private static Tensor policy(Algorithm agent, Inputs in) {
        in.transitions(0.9f);
        return switch (agent) {
            case SoftActorCritic sac -> sac.policyLoss(in.trace).mean();
            case Td3 td3 -> td3.policyLoss(in.trace);
            default -> throw new IllegalArgumentException(agent.toString());
        };
    }

    /// Returns of 1 to 3 lie above all values.
    private static Tensor imitation(Algorithm agent, Inputs in, boolean value) {
        in.rows();
        float[] returns = {3, 1, 2, 1.5f, 2.5f, 1};
        in.values.put(in.trace.input("return", ROWS), Array.of(Shape.of(ROWS), returns));
        SilConfig config = new SilConfig(0.7, 0.3, 1, 1);
        ActorCriticNets nets = agent instanceof Ppo ppo ? ppo.nets : ((ActorCritic) agent).nets;
        Imitation.Loss loss =
                new Imitation(config, 0.9, in.parts, nets, in.parts::program, new Stats()).loss(in.trace, ROWS);
        return value ? loss.value() : loss.policy();
    }

    private static Agents squashed(Agents agents) {
        return agents.keys("action_pdtype", "NormalTanh");
    }

    /// Steps along signs of gradients: what is perturbed stays where it is when a weight moves a little.
    private static Agents robust(Agents agents) {
        return agents.keys("sa_regularizer", Map.of("kappa", 0.7, "epsilon", 0.3, "steps", 3));
    }

    private static Agents hinged(Agents agents) {
        return agents.keys("sa_regularizer", Map.of("kappa", 0.7, "epsilon", 0.3, "steps", 3, "loss", "hinge"));
    }

    private static Agents beta(Agents agents) {
        return agents.keys("action_pdtype", "Beta");
    }

    static List<Case> cases() {
        Agents ppo = Agents.of("PPO", "OnPolicyBatchReplay").net("shared", true);
        Agents a2c = Agents.of("ActorCritic", "OnPolicyBatchReplay").net("shared", false);
        Agents sil = Agents.of("SIL", "OnPolicyBatchReplay").net("shared", false);
        Agents pposil = Agents.of("PPOSIL", "OnPolicyBatchReplay").net("shared", false);
        Agents sac = Agents.of("SoftActorCritic", "Replay");
        Agents crossQ = Agents.of("CrossQ", "Replay").criticNet("batch_norm", true);
        Agents td3 = Agents.of("TD3", "Replay");
        Agents ddpg = Agents.of("DDPG", "Replay");
        Stream<Case> cases = Stream.of(
                new Case("ppo_choices", ppo, CHOICES, LossGradientTest::ppo, "net."),
                new Case("ppo_numbers", ppo, NUMBERS, LossGradientTest::ppo, "net."),
                new Case("ppo_squashed", squashed(ppo), NUMBERS, LossGradientTest::ppo, "net."),
                new Case("a2c_squashed", squashed(a2c), NUMBERS, LossGradientTest::actorCritic, "net.", "critic_net."),
                new Case("ppo_robust", robust(ppo), CHOICES, LossGradientTest::ppo, "net."),
                new Case("ppo_robust_numbers", robust(ppo), NUMBERS, LossGradientTest::ppo, "net."),
                new Case("ppo_robust_hinge", hinged(ppo), CHOICES, LossGradientTest::ppo, "net."),
                new Case("dqn_robust", robust(Agents.of("DQN", "Replay")), CHOICES, LossGradientTest::dqn, "net."),
                new Case("ppo_beta", beta(ppo), NUMBERS, LossGradientTest::ppo, "net."),
                new Case("a2c_beta", beta(a2c), NUMBERS, LossGradientTest::actorCritic, "net.", "critic_net."),
                new Case(
                        "reinforce_beta",
                        beta(Agents.of("Reinforce", "OnPolicyReplay")),
                        NUMBERS,
                        LossGradientTest::reinforce,
                        "net."),
                new Case("ppo_batch_norm", ppo.net("batch_norm", true), NUMBERS, LossGradientTest::ppo, "net."),
                new Case("ppo_clip_vloss", ppo.keys("clip_vloss", true), CHOICES, LossGradientTest::ppo, "net."),
                new Case("ppo_symlog", ppo.keys("symlog", true), CHOICES, LossGradientTest::ppo, "net."),
                new Case("ppo_scaled", ppo.keys("normalize_v_targets", true), CHOICES, LossGradientTest::ppo, "net."),
                new Case("ppo_recurrent", ppo.recurrent(3), CHOICES, LossGradientTest::recurrentPpo, "net."),
                new Case("a2c", a2c, CHOICES, LossGradientTest::actorCritic, "net.", "critic_net."),
                new Case("a2c_numbers", a2c, NUMBERS, LossGradientTest::actorCritic, "net.", "critic_net."),
                new Case("sil_policy", sil, CHOICES, (agent, in) -> imitation(agent, in, false), "net."),
                new Case("sil_value", sil, CHOICES, (agent, in) -> imitation(agent, in, true), "critic_net."),
                new Case("pposil_policy", pposil, CHOICES, (agent, in) -> imitation(agent, in, false), "net."),
                new Case("pposil_value", pposil, CHOICES, (agent, in) -> imitation(agent, in, true), "critic_net."),
                new Case(
                        "reinforce",
                        Agents.of("Reinforce", "OnPolicyReplay"),
                        CHOICES,
                        LossGradientTest::reinforce,
                        "net."),
                new Case("sarsa", Agents.of("SARSA", "OnPolicyBatchReplay"), CHOICES, LossGradientTest::sarsa, "net."),
                new Case(
                        "vanilla_dqn",
                        Agents.of("VanillaDQN", "Replay"),
                        CHOICES,
                        (agent, in) -> dqn(agent, in, 0),
                        "net."),
                new Case("hydra_dqn", Agents.of("HydraDQN", "Replay"), CHOICES, LossGradientTest::dqn, "net."),
                new Case("dqn", Agents.of("DQN", "Replay"), CHOICES, LossGradientTest::dqn, "net."),
                new Case("double_dqn", Agents.of("DoubleDQN", "Replay"), CHOICES, LossGradientTest::dqn, "net."),
                new Case(
                        "dueling_dqn",
                        Agents.of("DQN", "Replay").net("type", "DuelingMLPNet"),
                        CHOICES,
                        LossGradientTest::dqn,
                        "net."),
                new Case(
                        "recurrent_dqn",
                        Agents.of("DQN", "Replay").recurrent(3),
                        CHOICES,
                        LossGradientTest::recurrentDqn,
                        "net."),
                new Case("sac_q1", sac, NUMBERS, (agent, in) -> critic(agent, in, 0.9f, 0), "q1_net."),
                new Case(
                        "sac_q2",
                        sac.keys("symlog", true),
                        CHOICES,
                        (agent, in) -> critic(agent, in, 0.9f, 1),
                        "q2_net."),
                new Case("sac_policy_numbers", sac, NUMBERS, LossGradientTest::policy, "net."),
                new Case("sac_policy_choices", sac, CHOICES, LossGradientTest::policy, "net."),
                new Case("crossq_q1", crossQ, NUMBERS, (agent, in) -> critic(agent, in, 0, 0), "q1_net."),
                new Case("crossq_q2", crossQ, CHOICES, (agent, in) -> critic(agent, in, 0, 1), "q2_net."),
                new Case("crossq_policy_numbers", crossQ, NUMBERS, LossGradientTest::policy, "net."),
                new Case("crossq_policy_choices", crossQ, CHOICES, LossGradientTest::policy, "net."),
                new Case("td3_q1", td3, NUMBERS, (agent, in) -> critic(agent, in, 0.9f, 0), "q1_net."),
                new Case("td3_policy", td3, NUMBERS, LossGradientTest::policy, "net."),
                new Case("ddpg_q1", ddpg, NUMBERS, (agent, in) -> critic(agent, in, 0.9f, 0), "q1_net."),
                new Case("ddpg_policy", ddpg, NUMBERS, LossGradientTest::policy, "net."));
        return cases.toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lossGradientMatchesFiniteDifferences(Case test) {
        int batch = test.name.equals("recurrent_dqn") ? 2 : ROWS; // windows
        Agents agents = test.agents.memory("batch_size", batch);
        AgentContext parts = agents.parts(OBS, test.action, 1, false, new Clock(1, 1000), 5);
        Algorithm agent = agents.make(parts);
        List<Variable> weights = agent.variables().all().stream()
                .filter(each -> Stream.of(test.weights).anyMatch(each.name()::startsWith))
                .filter(each -> !each.name().contains("running") && !each.name().contains("num_batches"))
                .toList();
        assertThat(weights).isNotEmpty();
        Agents.program(trace -> {
            Inputs inputs = new Inputs(trace, parts);
            Tensor loss = test.loss.apply(agent, inputs);
            assertThat(GradientCheck.worstError(loss, weights, inputs.values)).isLessThan(1e-6);
            trace.output("loss", loss);
        });
    }
}
