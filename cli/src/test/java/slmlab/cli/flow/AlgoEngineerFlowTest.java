package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.file.JsonFile;
import tools.jackson.databind.JsonNode;

/// The workflow `rl-algo-engineer` from answers to an agent that is audited layer by layer.
///
/// The archetypes are discrete or continuous actions, observed as a vector or an image, without or with memory. An
/// image with memory is flattened: the lab has no convolutions in front of a recurrent layer. Recurrent agents are PPO
/// and DQN alone: SAC, TD3, DDPG and CrossQ learn from single transitions.
@Tag("slow")
class AlgoEngineerFlowTest {
    private static final String DONE = "✓ every weight got a finite gradient and changed";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// An image whose brightness is the action to take: there is none with continuous actions among the lab's own.
    private static final class Shine implements Env {
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

    @BeforeAll
    static void register() {
        Envs.register("Shine-v0", 8, _ -> new Shine());
    }

    @AfterAll
    static void remove() {
        Envs.remove("Shine-v0");
    }

    private CommandResult run(String steps) throws IOException {
        Path answers = temp.resolve("answers.yaml");
        Files.writeString(answers, "flow: rl-algo-engineer\nanswers: {%s}\n".formatted(steps));
        return CommandResult.of(
                "flow", "run", "rl-algo-engineer", "--answers", answers.toString(), "--output", folder());
    }

    private String folder() {
        return temp.resolve("agent").toString();
    }

    private static final String IMAGE =
            "features: {obs: image, agent.net.type: ConvNet, agent.net.conv_hid_layers: [[4, 3, 1]], agent.net.fc_hid_layers: [16]}";
    private static final String PIXELS = "features: {obs: image}";
    private static final String RECURRENT = "memory: {history: recurrent, agent.net.rnn_hidden_size: 16}";
    private static final String SMALL =
            "replay: {agent.algorithm.time_horizon: 32, agent.algorithm.minibatch_size: 64}";

    @ParameterizedTest
    @CsvSource({
        "CartPole-v1, vector, feed-forward",
        "CartPole-v1, vector, recurrent",
        "Pendulum-v1, vector, feed-forward",
        "Pendulum-v1, vector, recurrent",
        "Catch-v0, image, feed-forward",
        "Catch-v0, image, recurrent",
        "Shine-v0, image, feed-forward",
        "Shine-v0, image, recurrent"
    })
    void everyArchetypeLearnsInEveryLayer(String env, String obs, String memory) throws IOException {
        boolean isRecurrent = memory.equals("recurrent");
        String features = obs.equals("vector") ? "features: {}" : isRecurrent ? PIXELS : IMAGE;
        CommandResult result = run(
                "init: {env: %s}, %s, %s, %s".formatted(env, features, isRecurrent ? RECURRENT : "memory: {}", SMALL));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        String page = Files.readString(Path.of(folder(), "12-synthesize.md"));
        assertThat(page).contains(DONE).contains(isRecurrent ? "net.rnn_model.weight_hh_l0" : "net.tails.0");
        assertThat(page.contains("net.conv_model.0.weight")).isEqualTo(features.equals(IMAGE));
        audited();
    }

    /// Audit the spec as a user would, and look at every weight.
    private void audited() {
        Path json = temp.resolve("audit.json");
        CommandResult audit = CommandResult.of("spec", "audit", folder() + "/spec.json", "--json", json.toString());
        assertThat(audit.code()).isEqualTo(Cli.DONE);
        JsonNode weights = JsonFile.read(json, JsonNode.class).at("/weights");
        assertThat(weights)
                .isNotEmpty()
                .allSatisfy(weight -> assertThat(weight.at("/gradient").asDouble())
                        .isPositive()
                        .isFinite());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            env: CartPole-v1, algorithm: DoubleDQN   | critic: {agent.net.type: DuelingMLPNet}, replay: {agent.memory.name: PrioritizedReplay, agent.memory.beta: 0.4}, loss: {agent.net.loss_spec: {name: SmoothL1Loss}} | net.adv.weight
            env: TMaze-v0, algorithm: DoubleDQN      | memory: {history: recurrent, agent.memory.burn_in: 4}                             | net.rnn_model.weight_hh_l0
            env: Pendulum-v1, algorithm: SoftActorCritic | features: {agent.net.hid_layers: [16]}, actor: {agent.net.log_std_bound: tanh} | q2_net.model.0.weight
            env: Pendulum-v1, algorithm: TD3         | features: {agent.net.hid_layers: [16]}, actor: {agent.algorithm.explore_noise: 0.1} | q2_net.model.0.weight
            env: BitFlip-v0, algorithm: DoubleDQN    | features: {obs: parts, agent.net.type: MultiInputNet, agent.net.vector_hid_layers: [8], agent.net.fc_hid_layers: [16]} | net.parts.desired_goal.0.weight
            """)
    void offPolicyAgentsDoToo(String init, String steps, String layer) throws IOException {
        CommandResult result = run("init: {%s, family: off_policy}, %s".formatted(init, steps));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(Files.readString(Path.of(folder(), "12-synthesize.md"))).contains(DONE, layer);
    }

    /// What cannot work fails in the step that decided it, and is named.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            init: {env: Pendulum-v1, algorithm: DQN, family: off_policy} | init | DQN does not fit Pendulum-v1
            init: {env: Catch-v0}, features: {obs: image, agent.net.type: NatureCnn} | features | net.conv_model.0: a filter of [8, 8] is larger than its image
            init: {env: Pendulum-v1, algorithm: SoftActorCritic, family: off_policy}, memory: {history: recurrent} | memory | agent.net.type    is RecurrentNet; SoftActorCritic learns from single transitions
            init: {env: CartPole-v1}, replay: {agent.memory.name: Replay} | replay | agent.memory.name    is Replay; PPO needs
            init: {env: CartPole-v1}, loss: {agent.net.optim_spec: {name: Adam, lr: 0}} | synthesize | critic_net.tails.0.weight
            """)
    void aMistakeStopsItsOwnStep(String steps, String failed, String message) throws IOException {
        CommandResult result = run(steps);
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(result.err())
                .startsWith("step %s failed: ".formatted(failed))
                .doesNotContain("Exception");
        assertThat(result.out() + result.err()).contains(message);
    }

    /// A head that is made too wide by hand: the arc fixes five inputs, and the env shows four numbers.
    @Test
    void aLayerOfTheWrongSizeIsNamed() throws IOException {
        Path arc = temp.resolve("body.yaml");
        Files.writeString(arc, """
                modules: {body: {Linear: {in_features: 5, out_features: 16}}}
                graph: {input: x, modules: {body: [x]}, output: body}
                """);
        CommandResult result =
                run("init: {}, features: {agent.net.type: TorchArcNet, agent.net.arc_file: %s}".formatted(arc));
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(result.out()).contains("agent.net.arc.modules.body");
        assertThat(result.err()).startsWith("step features failed: ");
    }

    /// What another type of net does not know is dropped, what it knows stays.
    @Test
    void anotherNetLosesTheKeysOfTheFirst() throws IOException {
        assertThat(run("init: {env: CartPole-v1}, %s, %s".formatted(RECURRENT, SMALL))
                        .code())
                .isZero();
        JsonNode net =
                JsonFile.read(Path.of(folder(), "spec.json"), JsonNode.class).at("/my_agent/agent/net");
        assertThat(net.at("/type").asString()).isEqualTo("RecurrentNet");
        assertThat(net.has("hid_layers")).isFalse();
        assertThat(net.at("/hid_layers_activation").asString()).isEqualTo("tanh");
        assertThat(net.at("/clip_grad_val").asDouble()).isEqualTo(0.5);
    }

    /// Skills that wait for their capability are recorded as missing, and the rest goes on.
    @Test
    void whatTheLabCannotDoIsRecorded() throws IOException {
        assertThat(run("init: {agents: 2, data: dataset}, %s".formatted(SMALL)).code())
                .isZero();
        assertThat(JsonFile.read(Path.of(folder(), "08-agents.json")).toString())
                .contains("missing");
        assertThat(JsonFile.read(Path.of(folder(), "09-offline.json")).toString())
                .contains("missing");
        assertThat(JsonFile.read(Path.of(folder(), "10-imitation.json")).toString())
                .contains("not applicable");
    }
}
