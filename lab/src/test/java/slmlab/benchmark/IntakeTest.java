package slmlab.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.run.Table;

/// What a run must show for itself before it becomes a score.
class IntakeTest {
    private static final Cell CELL =
            new Cell("t", "CartPole-v1", "PPO", "ppo/cartpole.json", "ppo", 400, 4, null, 475.0, 1000L, null);
    private static final Cells CELLS = new Cells(List.of(CELL));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Return a finished run of four sessions.
    private RunFolder run(Map<String, Object> changed) {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 0);
        JsonFile.write(
                folder.spec(),
                Map.of(
                        "ppo",
                        Map.of(
                                "env",
                                Map.of("name", "CartPole-v1", "max_frame", 400, "num_envs", 4),
                                "meta",
                                Map.of("max_session", 4, "distributed", false))));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("command", List.of("slm-lab", "run", "/home/me/spec/ppo/cartpole.json", "ppo", "train"));
        facts.put("commit", "abc1234");
        facts.put("started", "2026-11-19T10:00:00Z");
        facts.put("cpu", "some cpu");
        facts.put("cores", 2);
        facts.put("seed", 1000);
        facts.put("sessions_at_a_time", 2);
        facts.putAll(changed);
        JsonFile.write(folder.provenance(), facts);
        for (int session = 0; session < 4; session++) {
            Table table = new Table(List.of("total_reward", "frame", "opt_step", "mean_return", "fps"));
            table.add(100, 200, 1, 100, 1000);
            table.add(480 + session, 400, 2, 490, 1000);
            table.write(folder.sessionTable(session, Phase.TRAIN));
        }
        return folder;
    }

    private String refusal(Map<String, Object> changed, List<String> differences) {
        RunFolder folder = run(changed);
        Throwable refused = catchThrowable(() -> Intake.of(folder, CELLS, _ -> differences));
        assertThat(refused).isInstanceOf(IllegalArgumentException.class);
        return String.valueOf(refused.getMessage());
    }

    @Test
    void aRunThatShowsEverythingFillsItsCell() {
        Intake intake = Intake.of(run(Map.of()), CELLS, _ -> List.of());
        assertThat(intake.cell()).isEqualTo(CELL);
        Result result = intake.result(new Results(temp), null, null);
        assertThat(result.totalRewardMa()).containsExactly(290, 290.5, 291, 291.5);
        assertThat(result.meanReturn()).containsOnly(490);
        assertThat(result.seed()).isEqualTo(1000);
        assertThat(result.provenance().command()).isEqualTo("slm-lab run spec/ppo/cartpole.json ppo train");
    }

    @Test
    void aSpecThatDiffersFromTheCellsFileIsRefused() {
        assertThat(refusal(Map.of(), List.of("agent.algorithm.gamma 0.99 → 0.9")))
                .contains("its spec is not that of spec/ppo/cartpole.json: agent.algorithm.gamma 0.99 → 0.9");
    }

    @Test
    void aCommitWithChangesIsRefused() {
        assertThat(refusal(Map.of("commit", "abc1234+changes"), List.of()))
                .contains("its commit is abc1234+changes: files differed from that commit");
    }

    @Test
    void aSeedThatTuningSawIsRefused() {
        assertThat(refusal(Map.of("seed", 999), List.of()))
                .contains("its seed is 999; the cell asks for 1000 or higher");
    }

    @Test
    void aRunOfAnotherFileBelongsToNoCell() {
        RunFolder folder = run(Map.of("command", List.of("slm-lab", "run", "spec/ppo/other.json", "ppo", "train")));
        assertThatThrownBy(() -> Intake.of(folder, CELLS, _ -> List.of()))
                .hasMessageContaining("there is no cell of its spec ppo in CartPole-v1");
    }
}
