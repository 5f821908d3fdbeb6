package slmlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 15, 9, 5, 59);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aFolderHasNameTimeAndParts() {
        RunFolder folder = RunFolder.create(temp.resolve("data"), "ppo_cartpole", TIME);
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
        assertThat(folder.trialSpec(1)).isEqualTo(temp.resolve("ppo_t1_spec.json"));
        assertThat(folder.sessionTable(0, 2, Phase.TRAIN))
                .isEqualTo(temp.resolve("info/ppo_t0_s2_session_df_train.csv"));
        assertThat(folder.sessionMetrics(0, 2, Phase.EVAL))
                .isEqualTo(temp.resolve("info/ppo_t0_s2_session_metrics_eval.json"));
        assertThat(folder.sessionMetricsScalar(0, 2, Phase.EVAL))
                .isEqualTo(temp.resolve("info/ppo_t0_s2_session_metrics_scalar_eval.json"));
        assertThat(folder.trialMetrics(0)).isEqualTo(temp.resolve("info/ppo_t0_trial_metrics.json"));
        assertThat(folder.shown(folder.trialMetricsScalar(0)))
                .isEqualTo(temp.resolve("ppo_t0_trial_metrics_scalar.json"));
        assertThat(folder.sessionGraph(0, 2, Phase.TRAIN, "loss_vs_frame"))
                .isEqualTo(temp.resolve("graph/ppo_t0_s2_session_graph_train_loss_vs_frame.png"));
        assertThat(folder.trialGraph(0, "mean_returns_ma_vs_frames"))
                .isEqualTo(temp.resolve("graph/ppo_t0_trial_graph_mean_returns_ma_vs_frames.png"));
        assertThat(folder.log(0)).isEqualTo(temp.resolve("log/ppo_t0.log"));
        assertThat(folder.model(0, 1)).isEqualTo(temp.resolve("model/ppo_t0_s1.safetensors"));
        assertThat(folder.bestModel(0, 1)).isEqualTo(temp.resolve("model/ppo_t0_s1_ckpt-best.safetensors"));
        assertThat(folder.state(1)).isEqualTo(temp.resolve("state/s1"));
        assertThat(folder.provenance()).isEqualTo(temp.resolve("run.json"));
    }

    @Test
    void twoRunsInOneSecondGetTwoFolders() {
        RunFolder first = RunFolder.create(temp, "ppo", TIME);
        RunFolder second = RunFolder.create(temp, "ppo", TIME);
        assertThat(second.path())
                .isEqualTo(temp.resolve("ppo_2026_11_15_090600"))
                .isNotEqualTo(first.path());
    }

    @Test
    void theLatestRunIsThatOfTheSameSpec() throws IOException {
        assertThat(RunFolder.latest(temp.resolve("none"), "ppo")).isEmpty();
        RunFolder.create(temp, "ppo", TIME);
        RunFolder last = RunFolder.create(temp, "ppo", TIME.plusDays(1));
        RunFolder.create(temp, "ppo_cartpole", TIME.plusDays(2)); // begins with the same letters
        Files.createDirectory(temp.resolve("ppo_notes"));
        assertThat(RunFolder.latest(temp, "ppo")).contains(last);
        assertThat(RunFolder.latest(temp, "dqn")).isEmpty();
        assertThat(RunFolder.all(temp)).hasSize(3);
    }

    @Test
    void trialsAndSessionsAreCountedByTheirTables() throws IOException {
        RunFolder folder = RunFolder.create(temp, "ppo", TIME);
        assertThat(folder.trials()).isEmpty();
        for (int session : new int[] {0, 2, 10}) {
            Files.createFile(folder.sessionTable(1, session, Phase.TRAIN));
        }
        Files.createFile(folder.sessionTable(0, 0, Phase.TRAIN));
        Files.createFile(folder.sessionTable(5, 0, Phase.EVAL));
        assertThat(folder.trials()).containsExactly(0, 1);
        assertThat(folder.sessions(1)).containsExactly(0, 2, 10);
    }

    @Test
    void whatIsNoRunFolderIsSaid() throws IOException {
        assertThatThrownBy(() -> RunFolder.open(temp.resolve("none"))).hasMessageContaining("there is no folder");
        Path other = Files.createDirectory(temp.resolve("other"));
        assertThatThrownBy(() -> RunFolder.open(other)).hasMessageContaining("{spec_name}_yyyy_mm_dd_hhmmss");
    }
}
