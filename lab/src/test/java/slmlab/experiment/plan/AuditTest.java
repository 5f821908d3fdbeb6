package slmlab.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Clock;
import slmlab.agent.part.EnvSpaces;
import slmlab.agent.part.Sharing;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.AuditResult.Finding;
import slmlab.experiment.plan.AuditResult.Weight;
import slmlab.spec.SpecFile;
import slmlab.tensor.RandomStream;

/// Real agents, each of which learns for a moment.
class AuditTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeAll
    static void register() {
        Envs.register("Glow-v0", 8, _ -> new Glow());
    }

    @AfterAll
    static void remove() {
        Envs.remove("Glow-v0");
    }

    /// Say how bright an image is: the smallest environment of pixels with continuous actions.
    private static final class Glow implements Env {
        private int brightness;

        @Override
        public Space obsSpace() {
            return Space.Box.pixels(6, 6);
        }

        @Override
        public Space actionSpace() {
            return Space.Box.of(-1, 1, 1);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            brightness = (int) random.integers(0, 256);
            show(frame);
        }

        @Override
        public void step(Frame frame) {
            frame.reward(-Math.abs(frame.actionValue(0) - (brightness / 127.5 - 1)));
            brightness = (brightness + 101) % 256;
            show(frame);
        }

        private void show(Frame frame) {
            for (int i = 0; i < 36; i++) {
                frame.pixel(i, brightness * i / 36);
            }
        }
    }

    private SpecFile spec(String env, String algorithm, String net) throws Exception {
        String memory = algorithm.contains("PPO") ? "OnPolicyBatchReplay" : "Replay, max_size: 1000, batch_size: 16";
        Path file = temp.resolve("a.yaml");
        Files.writeString(file, """
                a:
                  agent:
                    algorithm: {%s}
                    memory: {name: %s}
                    net: {%s}
                  env: {name: %s, num_envs: 2, max_frame: 10000}
                  meta: {distributed: false, max_session: 1, max_trial: 1}
                """.formatted(algorithm, memory, net, env));
        return SpecFile.read(file, Map.of());
    }

    private static final String PPO =
            "name: PPO, gamma: 0.99, time_horizon: 16, minibatch_size: 16, training_epoch: 2, "
                    + "clip_eps_spec: {name: no_decay, start_val: 0.2}, entropy_coef_spec: {name: no_decay, start_val: 0.01}";
    private static final String OPTIM = "optim_spec: {name: Adam, lr: 0.001}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CartPole-v1 | type: MLPNet, hid_layers: [16]
            CartPole-v1 | type: RecurrentNet, fc_hid_layers: [8], rnn_hidden_size: 8
            Pendulum-v1 | type: MLPNet, hid_layers: [16]
            Pendulum-v1 | type: RecurrentNet, cell_type: lstm, rnn_hidden_size: 8
            Catch-v0    | type: ConvNet, conv_hid_layers: [[4, 3, 1]], fc_hid_layers: [8], normalize: true
            Catch-v0    | type: RecurrentNet, fc_hid_layers: [8], rnn_hidden_size: 8
            Glow-v0     | type: ConvNet, conv_hid_layers: [[4, 3, 1]], fc_hid_layers: [8], normalize: true
            Glow-v0     | type: RecurrentNet, fc_hid_layers: [8], rnn_hidden_size: 8
            """)
    void eightArchetypesLearnInEveryWeight(String env, String net) throws Exception {
        AuditResult result = Audit.of(spec(env, PPO, net + ", shared: false, " + OPTIM), "a");
        assertThat(result.findings()).isEmpty();
        assertThat(result.updates()).isBetween(1, Audit.UPDATES);
        assertThat(result.shortened()).containsExactly(Map.entry("training_epoch", 1));
        assertThat(result.weights()).isNotEmpty().allSatisfy(weight -> {
            assertThat(weight.gradient()).isPositive().isFinite();
            assertThat(weight.change()).isPositive().isFinite();
        });
        assertThat(result.weights().stream().map(Weight::net).distinct()).containsExactly("net", "critic_net");
        assertThat(result.bytes()).isPositive();
    }

    /// Actor and critic learn apart, the actor at every second update; the target networks are no parameters.
    @ParameterizedTest
    @CsvSource({"SoftActorCritic, Pendulum-v1", "TD3, Pendulum-v1", "DQN, CartPole-v1"})
    void delayedAndReplayingAgentsDoToo(String algorithm, String env) throws Exception {
        String net = "type: MLPNet, hid_layers: [16], " + OPTIM;
        AuditResult result = Audit.of(spec(env, "gamma: 0.99, training_frequency: 1, name: " + algorithm, net), "a");
        assertThat(result.findings()).isEmpty();
        assertThat(result.copies()).isPositive();
        assertThat(result.shortened()).containsExactly(Map.entry("training_start_step", 16));
        assertThat(result.frames()).isLessThan(200);
    }

    @Test
    void layersHaveShapesAndCounts() throws Exception {
        String net = "type: ConvNet, conv_hid_layers: [[4, 3, 1]], fc_hid_layers: [8], shared: true, " + OPTIM;
        List<Weight> weights = Audit.of(spec("Catch-v0", PPO, net), "a").weights();
        // a board of 10 × 5 and a filter of 3 × 3 give 8 × 3; 8·3·4 = 96 features
        assertThat(weights.stream().map(weight -> "%s %s %s".formatted(weight.name(), weight.shape(), weight.gives())))
                .containsExactly(
                        "net.conv_model.0.weight [4, 1, 3, 3] [8, 3, 4]",
                        "net.conv_model.0.bias [4] [8, 3, 4]",
                        "net.fc_model.0.weight [8, 96] [8]",
                        "net.fc_model.0.bias [8] [8]",
                        "net.tails.0.0.weight [3, 8] [3]",
                        "net.tails.0.0.bias [3] [3]",
                        "net.tails.1.0.weight [1, 8] [1]",
                        "net.tails.1.0.bias [1] [1]");
        assertThat(weights.stream().mapToInt(Weight::size).sum()).isEqualTo(36 + 4 + 768 + 8 + 24 + 3 + 8 + 1);
    }

    @ParameterizedTest
    @CsvSource({"Adam", "RMSprop", "SGD"})
    void aLearningRateOf0IsCaught(String optimizer) throws Exception {
        String net = "type: MLPNet, hid_layers: [16], shared: false, optim_spec: {name: Adam, lr: 0.01}, "
                + "critic_optim_spec: {name: %s, lr: 0}".formatted(optimizer);
        AuditResult result = Audit.of(spec("CartPole-v1", PPO, net), "a");
        assertThat(result.updates()).isEqualTo(Audit.UPDATES);
        assertThat(result.findings().stream().map(Finding::where))
                .containsExactly(
                        "critic_net.model.0.weight",
                        "critic_net.model.0.bias",
                        "critic_net.tails.0.weight",
                        "critic_net.tails.0.bias");
        assertThat(result.findings().getFirst().message())
                .contains(optimizer.equals("SGD") ? "got no gradient" : "its learning rate is 0");
    }

    /// The sign of a number has no gradient: what stands before it does not learn.
    @Test
    void aStoppedGradientIsCaught() throws Exception {
        String arc = "arc: {modules: {first: {LazyLinear: {out_features: 4}}, step: {TorchFn: {name: sign}}, "
                + "second: {LazyLinear: {out_features: 4}}}, "
                + "graph: {input: x, modules: {first: [x], step: [first], second: [step]}, output: second}}";
        AuditResult result = Audit.of(
                spec("CartPole-v1", PPO, "type: TorchArcNet, shared: true, %s, %s".formatted(arc, OPTIM)), "a");
        assertThat(result.findings().stream().map(Finding::where))
                .containsExactly("net.body.first.weight", "net.body.first.bias");
        assertThat(result.findings().getFirst().message()).contains("got no gradient in 10 updates");
    }

    @Test
    void aBranchWithoutAnEndIsCaught() throws Exception {
        String arc = "arc: {modules: {a: {LazyLinear: {out_features: 4}}, b: {LazyLinear: {out_features: 4}}}, "
                + "graph: {input: x, modules: {a: [x], b: [x]}, output: [a, b]}}";
        AuditResult result = Audit.of(
                spec("CartPole-v1", PPO, "type: TorchArcNet, shared: true, %s, %s".formatted(arc, OPTIM)), "a");
        assertThat(result.findings().stream().map(Finding::where))
                .containsExactly("net.body.b.weight", "net.body.b.bias");
    }

    @Test
    void weightsThatAreNotFiniteAreCaught() throws Exception {
        String net = "type: MLPNet, hid_layers: [16], shared: true, optim_spec: {name: SGD, lr: 1.0e+38}";
        AuditResult result = Audit.of(spec("CartPole-v1", PPO, net), "a");
        assertThat(result.findings()).anySatisfy(finding -> {
            assertThat(finding.where()).startsWith("net.");
            assertThat(finding.message()).contains("is not finite");
        });
    }

    /// An agent for three actions in an environment of two.
    @Test
    void aWrongHeadIsNamed() throws Exception {
        Plan plan = Plan.read(spec("CartPole-v1", PPO, "type: MLPNet, hid_layers: [16], shared: true, " + OPTIM), "a");
        WrapperStack stack = EnvFactory.train(plan);
        Clock clock = new Clock(2, 10_000);
        var spaces = new EnvSpaces(
                stack.env().obsSpace(), new Space.Discrete(3), stack.env().size(), false);
        var agent = Learner.agent(plan, spaces, clock, RandomStream.ofSeed(1), Sharing.none(), null);
        try (Learner learner = new Learner(stack, clock, agent, Sharing.none(), null)) {
            AuditResult result = Audit.of(plan, learner, 0, Map.of());
            assertThat(result.findings()).singleElement().satisfies(finding -> {
                assertThat(finding.where()).isEqualTo("net.tails.0.0");
                assertThat(finding.message()).contains("gives 3 numbers", "Discrete(2)", "need 2");
            });
        }
    }

    /// A rollout takes 16 steps of two envs, which is 32 frames, and there are 20.
    @Test
    void anAuditEndsAtTheLastFrame() throws Exception {
        SpecFile file = spec("CartPole-v1", PPO, "type: MLPNet, hid_layers: [16], shared: true, " + OPTIM);
        Plan plan = Plan.read(file.with(Map.of("env.max_frame", 20)), "a");
        try (Learner learner = Learner.make(plan, RandomStream.ofSeed(0), Sharing.none(), 1)) {
            AuditResult result = Audit.of(plan, learner, 0, Map.of());
            assertThat(result.frames()).isEqualTo(20);
            assertThat(result.findings())
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.message()).startsWith("PPO made no update in 20 frames"));
        }
    }

    /// What a spec can get wrong: it is found when the net is made, and the layer is named.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type: HydraMLPNet, hid_layers: [[[8]], [8], [[4], [4], [4]]]  | agent.net.hid_layers         | has 3 tails for 2 outputs
            type: MLPNet, out_layer_activation: [tanh]                     | agent.net.out_layer_activation | one for each of the 2 tails
            type: TorchArcNet, arc: {modules: {a: {Linear: {in_features: 5, out_features: 2}}}, graph: {input: x, modules: {a: [x]}, output: a}} | agent.net.arc.modules.a | 5
            """)
    void aSpecWhosePartsDoNotFitIsAFinding(String net, String where, String message) throws Exception {
        AuditResult result = Audit.of(spec("CartPole-v1", PPO, net + ", shared: true, " + OPTIM), "a");
        assertThat(result.isRight()).isFalse();
        assertThat(result.findings()).anySatisfy(finding -> {
            assertThat(finding.where()).startsWith(where);
            assertThat(finding.message()).contains(message);
        });
        assertThat(result.weights()).isEmpty();
    }

    /// The gradient of a soft policy passes through its samples.
    @ParameterizedTest
    @CsvSource({"SoftActorCritic", "CrossQ"})
    void aBetaPolicyIsForOthers(String algorithm) throws Exception {
        String keys = "gamma: 0.99, training_frequency: 1, action_pdtype: Beta, name: " + algorithm;
        AuditResult result = Audit.of(spec("Pendulum-v1", keys, "type: MLPNet, " + OPTIM), "a");
        assertThat(result.findings()).anySatisfy(finding -> {
            assertThat(finding.where()).isEqualTo("agent.algorithm.action_pdtype");
            assertThat(finding.message()).startsWith("is Beta, through whose samples no gradient passes");
        });
    }
}
