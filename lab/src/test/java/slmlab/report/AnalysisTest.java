package slmlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.metric.MetricsFile;
import slmlab.metric.SessionMetrics;
import slmlab.metric.TrialMetrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.run.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AnalysisTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void retroGivesTheFilesOfTheRunItself() throws IOException {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 2);
        List<SessionMetrics> sessions = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        for (int session = 0; session < 2; session++) {
            Table table = Runs.table(session);
            tables.add(table);
            sessions.add(Analysis.session(folder, session, Phase.TRAIN, table, 22));
            Curves.session(folder, session, Phase.TRAIN, table);
        }
        TrialMetrics trial = Analysis.trial(folder, sessions);
        Curves.trial(folder, tables, List.of());
        Map<String, byte[]> written = files(folder);
        for (String name : written.keySet()) {
            if (!name.contains("session_df") && !name.endsWith("_spec.json")) {
                Files.delete(folder.path().resolve(name));
            }
        }
        assertThat(Analysis.retro(folder, 22, Assertions::fail))
                .extracting(TrialMetrics::line)
                .containsExactly(trial.line());
        Map<String, byte[]> again = files(folder);
        assertThat(again.keySet()).isEqualTo(written.keySet()).hasSize(1 + 2 + 4 + 3 + 6 + 4);
        again.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(written.get(name)));
    }

    @Test
    void metricsHaveSlmLabsKeysInItsOrder() {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 1);
        Analysis.retro(folder, 0, Assertions::fail);
        JsonNode session = json(folder.sessionMetrics(0, Phase.TRAIN));
        assertThat(session.propertyNames()).hasToString("[scalar, local]");
        assertThat(session.get("scalar").propertyNames())
                .hasToString("[total_reward_ma, strength, max_strength, final_strength, sample_efficiency,"
                        + " training_efficiency, stability]");
        JsonNode local = session.get("local");
        assertThat(local.propertyNames())
                .hasToString(
                        "[mean_returns, strengths, sample_efficiencies, training_efficiencies, stabilities, frames,"
                                + " opt_steps]");
        assertThat(local.get("mean_returns").get(0).isNull()).as("NaN is null").isTrue();
        JsonNode trial = json(folder.trialMetrics());
        assertThat(trial.get("scalar").propertyNames())
                .hasToString("[frame, total_reward_ma, strength, max_strength, final_strength, sample_efficiency,"
                        + " training_efficiency, stability, consistency]");
        assertThat(trial.get("local").propertyNames())
                .hasToString("[mean_returns, strengths, sample_efficiencies, training_efficiencies, stabilities,"
                        + " consistencies, frames, opt_steps]");
    }

    @Test
    void evaluationTablesHaveTheirOwnFiles() {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 1);
        Runs.table(5).write(folder.sessionTable(0, Phase.EVAL));
        Analysis.retro(folder, 0, Assertions::fail);
        assertThat(folder.sessionMetricsScalar(0, Phase.EVAL)).exists();
        assertThat(folder.sessionGraph(0, Phase.EVAL, "mean_returns_vs_frames")).exists();
    }

    @Test
    void theEnvIsReadFromNewAndOldSpecs() throws IOException {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 1);
        assertThat(Analysis.env(folder)).contains("CartPole-v1");
        Files.writeString(folder.trialSpec(), "{\"env\": [{\"name\": \"CartPole-v0\"}]}");
        assertThat(Analysis.env(folder)).contains("CartPole-v0");
        Files.writeString(folder.trialSpec(), "{\"env\": 3}");
        assertThat(Analysis.env(folder)).isEmpty();
    }

    @Test
    void theReturnsOfPythonsFileAreRead() throws IOException {
        Path file = temp.resolve("metrics.json");
        Files.writeString(
                file, "{\"scalar\": {}, \"local\": {\"frames\": [0, 500], \"mean_returns\": [[NaN, 9.5], [1]]}}");
        List<Table> sessions = MetricsFile.tables(file);
        assertThat(sessions.getFirst().column("frame")).containsExactly(0, 500);
        assertThat(sessions.getFirst().column("total_reward")).containsExactly(Double.NaN, 9.5);
        assertThat(sessions.getLast().column("total_reward")).containsExactly(1);
        Files.writeString(file, "{\"local\": {\"frames\": [0], \"mean_returns\": [3]}}");
        assertThatThrownBy(() -> MetricsFile.tables(file)).hasMessage("%s: 3 is not a list of numbers", file);
        Files.writeString(file, "[]");
        assertThatThrownBy(() -> MetricsFile.tables(file)).hasMessageContaining("needs local.frames");
    }

    @Test
    void tablesThatAreMissingOrWrongAreNamed() {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 0);
        assertThatThrownBy(() -> Analysis.retro(folder, 0, Assertions::fail))
                .hasMessageContaining("has no session tables");
        new Table(List.of("frame")).write(folder.sessionTable(0, Phase.TRAIN));
        assertThatThrownBy(() -> Analysis.retro(folder, 0, Assertions::fail))
                .hasMessageContaining("ppo_t0_s0_session_df_train.csv: there is no column total_reward");
    }

    private static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }

    private static Map<String, byte[]> files(RunFolder folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder.path())) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(folder.path().relativize(path).toString(), Files.readAllBytes(path));
            }
        }
        return files;
    }
}
