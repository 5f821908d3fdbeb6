package slmlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;

class RunFolderTest {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 15, 9, 5, 59);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Write what a run begins with.
    private static void begin(RunFolder folder) {
        begin(folder, Instant.now().toString());
    }

    private static void begin(RunFolder folder, String started) {
        JsonFile.write(folder.spec(), Map.of(folder.name(), Map.of()));
        JsonFile.write(folder.provenance(), Map.of("seed", 1, "started", started));
    }

    @Test
    void aFolderHasNameTimeAndParts() {
        RunFolder folder = RunFolder.create(temp.resolve("data"), "ppo_cartpole", TIME, RunFolderTest::begin);
        assertThat(folder.path()).isEqualTo(temp.resolve("data/ppo_cartpole_2026_11_15_090559"));
        for (String part : new String[] {"info", "graph", "log", "model", "state"}) {
            assertThat(folder.path().resolve(part)).isDirectory();
        }
        assertThat(RunFolder.open(folder.path())).isEqualTo(folder);
    }

    @Test
    void filesHaveSlmLabsNames() {
        RunFolder folder = new RunFolder(temp, "ppo");
        assertThat(folder.spec()).isEqualTo(temp.resolve("ppo_spec.json"));
        assertThat(new RunFolder(temp, "ppo", 1).trialSpec()).isEqualTo(temp.resolve("ppo_t1_spec.json"));
        assertThat(folder.sessionTable(2, Phase.TRAIN)).isEqualTo(temp.resolve("info/ppo_t0_s2_session_df_train.csv"));
        assertThat(folder.sessionMetrics(2, Phase.EVAL))
                .isEqualTo(temp.resolve("info/ppo_t0_s2_session_metrics_eval.json"));
        assertThat(folder.sessionMetricsScalar(2, Phase.EVAL))
                .isEqualTo(temp.resolve("info/ppo_t0_s2_session_metrics_scalar_eval.json"));
        assertThat(folder.trialMetrics()).isEqualTo(temp.resolve("info/ppo_t0_trial_metrics.json"));
        assertThat(folder.shown(folder.trialMetricsScalar()))
                .isEqualTo(temp.resolve("ppo_t0_trial_metrics_scalar.json"));
        assertThat(folder.sessionGraph(2, Phase.TRAIN, "loss_vs_frame"))
                .isEqualTo(temp.resolve("graph/ppo_t0_s2_session_graph_train_loss_vs_frame.png"));
        assertThat(folder.trialGraph("mean_returns_ma_vs_frames"))
                .isEqualTo(temp.resolve("graph/ppo_t0_trial_graph_mean_returns_ma_vs_frames.png"));
        assertThat(folder.log()).isEqualTo(temp.resolve("log/ppo_t0.log"));
        assertThat(folder.model(1)).isEqualTo(temp.resolve("model/ppo_t0_s1.safetensors"));
        assertThat(folder.bestModel(1)).isEqualTo(temp.resolve("model/ppo_t0_s1_ckpt-best.safetensors"));
        assertThat(folder.state(1)).isEqualTo(temp.resolve("state/s1"));
        assertThat(folder.provenance()).isEqualTo(temp.resolve("run.json"));
    }

    @Test
    void twoRunsInOneSecondGetTwoFolders() {
        RunFolder first = RunFolder.create(temp, "ppo", TIME, RunFolderTest::begin);
        RunFolder second = RunFolder.create(temp, "ppo", TIME, RunFolderTest::begin);
        assertThat(second.path())
                .isEqualTo(temp.resolve("ppo_2026_11_15_090600"))
                .isNotEqualTo(first.path());
    }

    @Test
    void runsThatBeginAtOnceGetFoldersOfTheirOwn() throws IOException {
        List<Path> folders = IntStream.range(0, 20)
                .parallel()
                .mapToObj(i -> RunFolder.create(temp, "ppo", TIME, RunFolderTest::begin)
                        .path())
                .toList();
        assertThat(folders)
                .doesNotHaveDuplicates()
                .allSatisfy(folder -> assertThat(folder.resolve("run.json")).exists());
        assertThat(entries()).hasSize(20);
    }

    @Test
    void aRunThatCannotBeginLeavesNothing() throws IOException {
        assertThatThrownBy(() -> RunFolder.create(temp, "ppo", TIME, folder -> {
                    begin(folder);
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        assertThat(entries()).isEmpty();
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(temp)) {
            return entries.toList();
        }
    }

    @Test
    void theLatestRunIsThatOfTheSameSpec() throws IOException {
        assertThat(RunFolder.latest(temp.resolve("none"), "ppo")).isEmpty();
        RunFolder.create(temp, "ppo", TIME, RunFolderTest::begin);
        RunFolder last = RunFolder.create(temp, "ppo", TIME.plusDays(1), RunFolderTest::begin);
        RunFolder.create(temp, "ppo_cartpole", TIME.plusDays(2), RunFolderTest::begin); // begins with the same letters
        Files.createDirectory(temp.resolve("ppo_notes"));
        assertThat(RunFolder.latest(temp, "ppo")).contains(last);
        assertThat(RunFolder.latest(temp, "dqn")).isEmpty();
        assertThat(RunFolder.all(temp)).hasSize(3);
    }

    /// Return a run folder as a begun run leaves it.
    private RunFolder begun(String folder, String started) throws IOException {
        RunFolder run = RunFolder.open(Files.createDirectories(temp.resolve(folder)));
        begin(run, started);
        return run;
    }

    @Test
    void theLatestRunIsTheOneThatStartedLastWhateverTheLocalTimeInItsName() throws IOException {
        begun("ppo_2026_10_25_023000", "2026-10-25T02:30:00+02:00");
        RunFolder winter = begun("ppo_2026_10_25_021000", "2026-10-25T02:10:00+01:00"); // clocks went back
        assertThat(RunFolder.latest(temp, "ppo")).contains(winter);
        begun("ppo_2026_10_26_090000", "2026-10-26T09:00:00+09:00");
        RunFolder elsewhere = begun("ppo_2026_10_25_200000", "2026-10-26T01:00:00Z"); // on a machine further west
        assertThat(RunFolder.latest(temp, "ppo")).contains(elsewhere);
    }

    @Test
    void aFolderWithoutAReadableSpecHidesNoOlderRun() throws IOException {
        RunFolder older = begun("ppo_2026_11_15_090559", "2026-11-15T09:05:59Z");
        Files.createDirectory(temp.resolve("ppo_2026_11_15_100000")); // killed before anything was written
        assertThat(RunFolder.latest(temp, "ppo")).contains(older);
        Files.writeString(begun("ppo_2026_11_15_110000", "2026-11-15T11:00:00Z").spec(), "{\"ppo\": ");
        assertThat(RunFolder.latest(temp, "ppo")).contains(older);
        Files.delete(begun("ppo_2026_11_15_120000", "2026-11-15T12:00:00Z").provenance());
        assertThat(RunFolder.latest(temp, "ppo")).contains(older);
        begun("ppo_2026_11_15_130000", "one o'clock");
        assertThat(RunFolder.latest(temp, "ppo")).contains(older);
    }

    @Test
    void trialsAndSessionsAreCountedByTheirTables() throws IOException {
        RunFolder folder = RunFolder.create(temp, "ppo", TIME, RunFolderTest::begin);
        assertThat(folder.trials()).isEmpty();
        RunFolder second = new RunFolder(folder.path(), "ppo", 1);
        for (int session : new int[] {0, 2, 10}) {
            Files.createFile(second.sessionTable(session, Phase.TRAIN));
        }
        Files.createFile(folder.sessionTable(0, Phase.TRAIN));
        Files.createFile(new RunFolder(folder.path(), "ppo", 5).sessionTable(0, Phase.EVAL));
        assertThat(folder.trials()).containsExactly(folder, second);
        assertThat(folder.sessions()).containsExactly(0);
        assertThat(second.sessions()).containsExactly(0, 2, 10);
    }

    @Test
    void otherFoldersAreRefused() throws IOException {
        assertThatThrownBy(() -> RunFolder.open(temp.resolve("none"))).hasMessageContaining("there is no folder");
        Path other = Files.createDirectory(temp.resolve("other"));
        assertThatThrownBy(() -> RunFolder.open(other)).hasMessageContaining("it holds no {spec_name}_spec.json");
    }

    @Test
    void aRenamedOrCopiedFolderIsTheSameRun() throws IOException {
        RunFolder folder = RunFolder.create(temp, "ppo", TIME, RunFolderTest::begin);
        Path renamed = Files.move(folder.path(), temp.resolve("my best run"));
        assertThat(RunFolder.open(renamed).name()).isEqualTo("ppo");
        assertThat(RunFolder.latest(temp, "ppo")).contains(new RunFolder(renamed, "ppo"));
        assertThat(RunFolder.all(temp)).hasSize(1);
        Files.copy(RunFolder.open(renamed).spec(), renamed.resolve("ppo_t0_spec.json"));
        assertThat(RunFolder.open(renamed).name()).isEqualTo("ppo");
        Files.copy(RunFolder.open(renamed).spec(), renamed.resolve("a2c_spec.json"));
        assertThatThrownBy(() -> RunFolder.open(renamed)).hasMessageContaining("several runs: a2c, ppo");
    }

    @Test
    void aRunCanHaveANameOfItsOwn() {
        RunFolder folder = RunFolder.create(temp, "ppo", "first try", TIME, RunFolderTest::begin);
        assertThat(folder.path()).isEqualTo(temp.resolve("first try"));
        assertThat(RunFolder.open(folder.path())).isEqualTo(folder);
        assertThatThrownBy(() -> RunFolder.create(temp, "ppo", "first try", TIME, RunFolderTest::begin))
                .hasMessageContaining("first try is there already; choose another --name");
        assertThatThrownBy(() -> RunFolder.create(temp, "ppo", "../out", TIME, RunFolderTest::begin))
                .hasMessageContaining("must not begin with .");
    }
}
