package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.train.Runner;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// Envs that call `System.exit` or never return, and real signals.
@Tag("slow")
class ExitTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private final List<ChildJvm> started = new ArrayList<>();
    private Path data = Path.of("");

    @BeforeEach
    void setUp() throws IOException {
        data = temp.resolve("data");
        Path services = Files.createDirectories(temp.resolve("classes/META-INF/services"));
        Files.writeString(services.resolve("slmlab.env.EnvProvider"), "slmlab.cli.StrangeEnvs\n");
    }

    @AfterEach
    void endWhatATestLeft() {
        started.forEach(ChildJvm::end);
    }

    private ChildJvm start(String where, int after, String... args) throws IOException {
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        ChildJvm child = ChildJvm.start(
                temp,
                Map.of("STATE_SECONDS", "0", "SLM_LAB_DATA", data.toString()),
                List.of(),
                List.of(
                        "-Djava.awt.headless=true",
                        "-cp",
                        classes + File.pathSeparator + temp.resolve("classes"),
                        "-Dstrange.where=" + where,
                        "-Dstrange.after=" + after),
                args);
        started.add(child);
        return child;
    }

    private String spec(String env, String meta) throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "\"max_frame\": 50000000", meta);
        return Files.writeString(file, Files.readString(file).replace("CartPole-v1", env))
                .toString();
    }

    private RunFolder folder() {
        return RunFolder.latest(data, "ppo").orElseThrow();
    }

    @Test
    void anEnvThatExitsEndsARunWithCode1AndKeepsItsState() throws Exception {
        CommandResult result =
                start("step", 200, spec("Exits-v0", ""), "ppo", "train").result();
        assertThat(result.err())
                .contains("slmlab.cli.StrangeEnvs", "called System.exit before the end; throw an exception instead")
                .contains("resume with: " + Runner.resumeCommand(folder()))
                .doesNotContain("\tat ");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(folder().lastState(0).orElse(-1)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"env check Exits-v0", "env rollout Exits-v0 --steps 3", "env baseline Exits-v0", "list envs"})
    void anEnvThatExitsEndsNoCommandWithCode0(String words) throws Exception {
        String where = words.startsWith("list") ? "constructor" : "reset";
        CommandResult result = start(where, 0, words.split(" ", -1)).result();
        assertThat(result.err()).contains("called System.exit before the end").doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSize(2); // and that a module is incubating
        assertThat(result.code()).isEqualTo(Cli.FAILED);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void theFirstSignalSaysWhatItWaitsForAndTheSecondEndsItAtOnce(String signal, int code) throws Exception {
        ChildJvm child = start("step", 200, spec("Hangs-v0", ""), "ppo", "train");
        child.await(() -> data.toFile().isDirectory()
                && RunFolder.latest(data, "ppo").stream()
                        .anyMatch(run -> run.lastState(0).orElse(-1) == 800));
        child.signal(signal);
        child.await(() -> child.err().contains("waiting for"));
        assertThat(child.err())
                .contains("waiting for session 0 to finish its step (frame 800, last saved state of frame 800)")
                .contains("press Ctrl-C again to stop now");
        child.signal(signal);
        CommandResult result = child.result();
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.err())
                .contains("resume with: " + Runner.resumeCommand(folder()))
                .doesNotContain("\tat ");
        assertThat(folder().lastState(0)).hasValue(800);
    }

    @Test
    void aRecordingThatIsInterruptedLeavesNothing() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("gifs"));
        Path gif = folder.resolve("x.gif");
        ChildJvm child = start("step", 3, "env", "rollout", "Hangs-v0", "--steps", "9", "--gif", gif.toString());
        child.await(() -> Stream.of(names(folder)).anyMatch(name -> name.endsWith(".part")));
        child.interrupt();
        CommandResult result = child.result();
        assertThat(result.code()).isEqualTo(130);
        assertThat(names(folder)).isEmpty();
    }

    private static String[] names(Path folder) {
        return Objects.requireNonNull(folder.toFile().list());
    }

    @Test
    void ctrlCEndsABatchOfRuns() throws Exception {
        Path first = TinySpecs.file(temp, "ppo", "\"max_frame\": 50000000", "");
        Path second = TinySpecs.file(temp, "a2c", "\"max_frame\": 50000000", "");
        Path job = Files.writeString(
                temp.resolve("job.json"),
                "{\"%s\": {\"ppo\": \"train\"}, \"%s\": {\"a2c\": \"train\"}}".formatted(first, second));
        ChildJvm child = start("", 0, "--job", job.toString(), "--threads", "1");
        child.await(() -> data.toFile().isDirectory()
                && RunFolder.latest(data, "ppo").stream()
                        .anyMatch(run -> run.lastState(0).orElse(-1) >= 400));
        child.interrupt();
        CommandResult result = child.result();
        assertThat(result.code()).isEqualTo(130);
        assertThat(result.out()).contains("stopped; resume with: ").doesNotContain("a2c");
        assertThat(result.err()).doesNotContain("\tat ", "Exception");
        assertThat(RunFolder.latest(data, "a2c")).isEmpty();
    }

    @Test
    void sessionsThatHaveNotBegunDoNotBeginAfterASignal() throws Exception {
        Path file = TinySpecs.file(temp, "ppo", "\"max_frame\": 50000000", "");
        ChildJvm child = start("", 0, file.toString(), "ppo", "train", "--max-session", "100000", "--threads", "2");
        child.await(() -> data.toFile().isDirectory()
                && RunFolder.latest(data, "ppo").stream()
                        .anyMatch(run -> run.lastState(0).orElse(-1) >= 400));
        child.signal("TERM");
        CommandResult result = child.result();
        assertThat(result.out()).contains("stopped; resume with: " + Runner.resumeCommand(folder()));
        assertThat(result.err()).doesNotContain("\tat ");
        assertThat(result.code()).isEqualTo(143);
        try (Stream<Path> states = Files.list(folder().path().resolve("state"))) {
            assertThat(states).hasSizeBetween(1, 2);
        }
    }
}
