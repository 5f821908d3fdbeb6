package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.CommandResult;
import slmlab.cli.OwnCommands;
import slmlab.env.EnvProvider;
import slmlab.env.Envs;
import slmlab.flow.AnswersFile;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.StepStatus;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The workflow that writes an environment, from files of answers: what it writes compiles, keeps the contract and
/// trains.
@Tag("slow")
class EnvFlowTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String FLOW = "rl-env-engineer";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    /// Both flows, run once for all tests.
    @BeforeAll
    static void run() throws IOException {
        for (String name : List.of("thermostat", "pendulum")) {
            CommandResult result = flow(answers(name), name);
            assertThat(result.code()).as(result.out() + result.err()).isZero();
            assertThat(result.out()).contains("rl-env-engineer is done: " + temp.resolve(name));
        }
    }

    private static Path answers(String name) {
        return Path.of("..", "skills/src/test/resources/flows/env-%s.yaml".formatted(name));
    }

    private static CommandResult flow(Path answers, String folder) {
        return CommandResult.of(
                "flow",
                "run",
                FLOW,
                "--answers",
                answers.toString(),
                "--output",
                temp.resolve(folder).toString());
    }

    /// Run a command in a JVM of its own, with the classes that a flow has written.
    private static CommandResult slmLab(String folder, String... words) {
        StringWriter out = new StringWriter();
        List<String> all = new ArrayList<>(
                List.of("--classpath", temp.resolve(folder).resolve("classes").toString()));
        all.addAll(List.of(words));
        int code = new OwnCommands().run(all, new PrintWriter(out), new PrintWriter(out));
        return new CommandResult(code, out.toString(), "");
    }

    /// Discrete actions: the sources are compiled again, elsewhere, and pass the check.
    @Test
    void theDiscreteEnvironmentCompilesAndPassesTheCheck() throws IOException {
        Path sources = temp.resolve("thermostat/src/main/java/my/env");
        Path copy = Files.createDirectories(temp.resolve("copy/classes"));
        CommandResult compiled = CommandResult.of(
                "javac",
                "-Xlint:all,-path,-incubating",
                "-Werror",
                "-d",
                copy.toString(),
                sources.resolve("Thermostat.java").toString(),
                sources.resolve("ThermostatProvider.java").toString(),
                temp.resolve("thermostat/src/test/java/my/env/ThermostatTest.java")
                        .toString());
        assertThat(compiled.code()).as(compiled.out() + compiled.err()).isZero();
        assertThat(page("thermostat"))
                .contains("✓ E01 spaces", "✓ E15 save and load")
                .contains("✓ contract with {}", "✓ contract with {outside=-5}", "✓ contract with {loss=0.06}")
                .contains("✓ random actions return ")
                .doesNotContain("✗");
    }

    /// Return what the commands of the last step have printed: each ran in a JVM of its own, with the generated
    /// classes.
    private static String page(String folder) throws IOException {
        return Files.readString(temp.resolve(folder).resolve("10-synthesize.md"));
    }

    /// Continuous actions and an integrator: the step is the pendulum's, and its energy stays.
    @Test
    void theContinuousEnvironmentIsIntegrated() throws IOException {
        assertThat(page("pendulum"))
                .contains("✓ energy drifts by ", "✓ contract with {length=1.2}")
                .doesNotContain("✗");
        String source = Files.readString(temp.resolve("pendulum/src/main/java/lab/swing/Swing.java"));
        assertThat(source)
                .contains("case 0 -> torque * action / (length * length) - gravity / length * Math.sin(angle);");
    }

    @Test
    void theSpecTrainsAsItIs() throws IOException {
        assertThat(Files.readString(temp.resolve("thermostat/spec.json")))
                .contains("\"StickyActions\"", "\"outside\" : [ -5.0, 12.0 ]");
        assertThat(Files.readString(temp.resolve("pendulum/spec.json"))).contains("\"frame_op_len\" : 2");
        CommandResult train = slmLab(
                "thermostat",
                "run",
                temp.resolve("thermostat/spec.json").toString(),
                "train",
                "--max-frame",
                "4096",
                "--quiet",
                "--data",
                temp.resolve("data").toString());
        assertThat(train.code()).as(train.out()).isZero();
    }

    @Test
    void whatIsNotInThisLabYetIsSaid() throws IOException {
        assertThat(Files.readString(temp.resolve("thermostat/08-agents.json")))
                .contains("missing", "slm-lab does not have environments with several agents yet");
        assertThat(Files.readString(temp.resolve("thermostat/09-levels.json")))
                .contains("missing", "slm-lab does not have level designers");
    }

    /// Stopped after five steps and resumed, the flow has the bytes of one that was not stopped, up to its last
    /// step:
    /// what that one writes depends on the answers alone.
    @Test
    void aFlowThatWasInterruptedHasTheSameBytes() throws IOException {
        Workflow flow = Workflows.shipped().named(FLOW);
        Map<String, Map<String, Object>> answers = AnswersFile.read(answers("thermostat"), flow);
        Path resumed = temp.resolve("resumed");
        for (String last : List.of("time", "levels")) {
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            try (FlowRun run = FlowRun.open(flow, resumed, new OwnCommands(), null)) {
                for (FlowStep step = run.next().orElseThrow();
                        step.number() <= flow.step(last).number();
                        step = run.next().orElseThrow()) {
                    assertThat(run.answer(step, Objects.requireNonNull(answers.get(step.id())), nowhere)
                                    .status())
                            .isEqualTo(StepStatus.DONE);
                }
            }
        }
        for (FlowStep step : flow.steps().subList(0, 9)) {
            for (String name : List.of(step.artefact(), step.page())) {
                assertThat(resumed.resolve(name))
                        .hasSameBinaryContentAs(temp.resolve("thermostat").resolve(name));
            }
        }
    }

    /// What does not fit is said in a sentence, with the answer it belongs to.
    @Test
    void wrongAnswersAreNamed() throws IOException {
        String good = Files.readString(answers("pendulum"));
        Map<String, String> wrong = Map.of(
                good.replace("engine: rk4", "engine: euler"),
                "answers.physics.engine    is 'euler'; needs one of own, semi_implicit, rk4",
                good.replace("0.01 * next_speed", "0.01 * next_sped"),
                "environment.reward does not compile: cannot find symbol variable next_sped",
                good.replace("name: length, low: 0.8", "name: size, low: 0.8"),
                "randomization.ranges[0].name is size, which is no constant of step environment",
                good.replace("class_name: Swing", "class_name: swing"),
                "init.class_name is 'swing'; needs the name of a Java class, such as Thermostat",
                good.replace("package: lab.swing", "package: lab.swing\n    id: CartPole-v1"),
                "init.id is 'CartPole-v1', which an env has already",
                good.replace("package: lab.swing", "package: slmlab.env"),
                "packages of slmlab belong to the lab",
                good.replace("reward: -Math.cos(next_angle)", "reward: return 1; -Math.cos(next_angle)"),
                "needs one expression of Java, without ; and comments");
        int i = 0;
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            assertThat(each.getKey()).isNotEqualTo(good);
            Path file = Files.writeString(temp.resolve("wrong%s.yaml".formatted(i)), each.getKey());
            CommandResult result = flow(file, "wrong" + i);
            assertThat(result.code()).as(result.err()).isIn(1, 2);
            assertThat(result.err()).contains(each.getValue()).doesNotContain("\tat ", "Exception");
            i++;
        }
    }

    /// Each defect is reported under its rule, and under those that it breaks with it, and under no other.
    @ParameterizedTest
    @EnumSource(EnvDefect.class)
    void aDefectIsReportedWithItsCode(EnvDefect defect) throws Exception {
        CommandResult result = check(defect.isThermostat(), defect::in, defect.name());
        assertThat(codes(result)).isEqualTo(defect.codes());
        assertThat(result.code()).as(result.out()).isEqualTo(defect.isError() ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutADefectNothingIsReported(boolean isThermostat) throws Exception {
        CommandResult result = check(isThermostat, source -> source, "none" + isThermostat);
        assertThat(codes(result)).isEmpty();
        assertThat(result.code()).isZero();
    }

    /// Compile a generated env with an edit of its source, and check it in this process.
    private static CommandResult check(boolean isThermostat, UnaryOperator<String> edit, String name) throws Exception {
        Path sources =
                temp.resolve(isThermostat ? "thermostat/src/main/java/my/env" : "pendulum/src/main/java/lab/swing");
        String type = isThermostat ? "Thermostat" : "Swing";
        Path folder = Files.createDirectories(temp.resolve("defect-" + name));
        Path source = Files.writeString(
                folder.resolve(type + ".java"), edit.apply(Files.readString(sources.resolve(type + ".java"))));
        CommandResult compiled = CommandResult.of(
                "javac",
                "-d",
                folder.toString(),
                source.toString(),
                sources.resolve(type + "Provider.java").toString());
        assertThat(compiled.code()).as(compiled.out() + compiled.err()).isZero();
        String provider = (isThermostat ? "my.env." : "lab.swing.") + type + "Provider";
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            ((EnvProvider) loader.loadClass(provider).getConstructor().newInstance()).register();
            return CommandResult.of("env", "check", type + "-v0", "--json");
        } finally {
            Envs.remove(type + "-v0");
        }
    }

    /// Return the codes of what is broken or warned of, apart from speed, which depends on the machine.
    private static Set<String> codes(CommandResult result) {
        Set<String> codes = new TreeSet<>();
        for (JsonNode finding : MAPPER.readTree(result.out()).get("findings")) {
            String level = finding.get("level").asString();
            if (level.equals("broken") || level.equals("warning")) {
                codes.add(finding.get("code").asString());
            }
        }
        codes.removeAll(Set.of("W06", "W07"));
        return codes;
    }
}
