package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.LoadedWorkers;
import slmlab.experiment.RunFiles;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// Runs that are ended from outside: by SIGKILL, by Ctrl-C. `slm-lab bench kill` does the first fifty times.
@Tag("slow")
class KillTest {
    private static final String LONG = "\"max_frame\": 8000";

    @SuppressWarnings("NullAway.Init") // set before all
    private static RunFolder whole;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path spec = Path.of("");
    private Path data = Path.of("");

    @BeforeEach
    void setUp() {
        spec = TinySpecs.file(temp, "ppo", LONG, "");
        data = temp.resolve("data");
    }

    /// A run that nobody kills.
    @BeforeAll
    static void runWhole(@TempDir Path folder) throws Exception {
        Path file = TinySpecs.file(folder, "ppo", LONG, "");
        CommandResult result = start(file, folder, "train").result();
        assertThat(result.code()).as(result.toString()).isZero();
        whole = RunFolder.latest(folder, "ppo").orElseThrow();
    }

    private ChildJvm start(String mode) throws IOException {
        return start(spec, data, mode);
    }

    private static ChildJvm start(Path spec, Path data, String mode) throws IOException {
        Map<String, String> environment = Map.of("SLM_LAB_DATA", data.toString(), "STATE_SECONDS", "0.05", "SEED", "5");
        Path folder = Objects.requireNonNull(spec.getParent());
        return ChildJvm.start(folder, environment, spec.toString(), "ppo", mode);
    }

    /// The frame of the newest state on disk; −1 if there is none.
    private long newest() {
        return RunFolder.latest(data, "ppo")
                .map(folder -> newest(folder.state(0).toFile()))
                .orElse(-1L);
    }

    private static long newest(File states) {
        String @Nullable [] names = states.list();
        return Stream.of(names == null ? new String[0] : names)
                .filter(name -> name.matches("\\d+"))
                .mapToLong(Long::parseLong)
                .max()
                .orElse(-1);
    }

    /// One worker alone is as reproducible as any session.
    @ParameterizedTest
    @CsvSource({"false, 3", "\"synced\", 1", "\"shared\", 1"})
    void killedRunsResumeToTheSameEnd(String distributed, int kills) throws Exception {
        Files.writeString(spec, distributed(distributed, LONG, ""));
        Random random = new Random(4);
        String mode = "train";
        int killed = 0;
        while (killed < kills) {
            long before = newest();
            ChildJvm child = start(mode);
            child.await(() -> newest() > before);
            if (!child.killAfter(random.nextInt(200))) {
                break; // it was faster
            }
            killed++;
            mode = "train@latest";
        }
        CommandResult last = start("train@latest").result();
        assertThat(last.err()).doesNotContain("\tat ", "failed");
        assertThat(last.code()).isZero();
        assertThat(killed).isPositive();
        RunFiles.assertSame(RunFolder.latest(data, "ppo").orElseThrow(), whole);
    }

    private static String distributed(String value, String env, String meta) {
        return TinySpecs.text("ppo", env, meta).replace("\"distributed\": false", "\"distributed\": " + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"synced\"", "\"shared\""})
    void killedWorkersBeginWithTheNewestWeights(String distributed) throws Exception {
        Files.writeString(spec, distributed(distributed, "\"max_frame\": 50000000", "\"max_session\": 3"));
        ChildJvm child = start("train");
        child.await(() -> oldest(3) >= 400);
        assertThat(child.killAfter(20)).isTrue();
        RunFolder folder = RunFolder.latest(data, "ppo").orElseThrow();
        LoadedWorkers.assertBeginWithTheNewestWeights(folder);
        LoadedWorkers.assertEvaluationIsThatOfTheNewestState(folder);

        long before = oldest(3);
        ChildJvm resumed = start("train@latest");
        resumed.await(() -> oldest(3) > before);
        resumed.interrupt();
        CommandResult result = resumed.result();
        assertThat(result.err()).doesNotContain("\tat ", "Exception");
        assertThat(result.code()).isEqualTo(130);
        assertThat(result.out()).contains("resuming " + folder.path(), "stopped; resume with");
        LoadedWorkers.assertBeginWithTheNewestWeights(folder);
    }

    /// The frame of the worker whose newest state is the oldest; −1 if one has none.
    private long oldest(int workers) {
        return RunFolder.latest(data, "ppo")
                .map(folder -> IntStream.range(0, workers)
                        .mapToLong(worker -> newest(folder.state(worker).toFile()))
                        .min()
                        .orElse(-1))
                .orElse(-1L);
    }

    @Test
    void ctrlCEndsWithACheckpointAndSaysHowToResume() throws Exception {
        Files.writeString(spec, TinySpecs.text("ppo", "\"max_frame\": 50000000", "\"max_session\": 2"));
        ChildJvm child = start("train");
        child.await(() -> newest() >= 400); // rows too
        child.interrupt();
        CommandResult result = child.result();
        assertThat(result.err()).doesNotContain("\tat ", "Exception");
        assertThat(result.code()).isEqualTo(130);
        RunFolder folder = RunFolder.latest(data, "ppo").orElseThrow();
        assertThat(result.out())
                .contains("stopped; resume with: slm-lab run " + folder.spec() + " ppo train@" + folder.path())
                .contains("seed 5")
                .doesNotContain("\033");
        assertThat(folder.state(0)).isNotEmptyDirectory();
        assertThat(folder.state(1)).isNotEmptyDirectory();
        assertThat(Files.readString(folder.provenance())).contains("\"seed\" : 5");
    }
}
