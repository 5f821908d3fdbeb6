package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.report.RunFolder;
import slmlab.report.Runs;

/// `plot`, `plot-list` and `retro`.
class ReportCommandsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private RunFolder ppo;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private RunFolder dqn;

    @BeforeEach
    void makeRuns() {
        ppo = Runs.of(temp, "ppo", "CartPole-v1", 2);
        dqn = Runs.of(temp, "dqn", "CartPole-v1", 1);
    }

    @Test
    void retroPrintsTheTrialMetricsAndWritesTheFiles() {
        CommandResult result = CommandResult.of("retro", ppo.path().toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out()).startsWith("trial_metrics: frame:5.95e+04 | total_reward_ma:");
        assertThat(ppo.trialMetrics(0)).exists();
        assertThat(ppo.trialGraph(0, "mean_returns_ma_vs_frames")).exists();
    }

    @Test
    void retroSaysWhenThereIsNoBaseline() throws IOException {
        Files.writeString(dqn.spec(), "{\"env\": {\"name\": \"Nowhere-v0\"}}");
        CommandResult result = CommandResult.of("retro", dqn.path().toString());
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out()).startsWith("no random baseline for Nowhere-v0: strength is counted from 0");
    }

    @Test
    void plotListTellsWhatCanBePlotted() {
        CommandResult.of("retro", ppo.path().toString());
        CommandResult result = CommandResult.of("plot-list", "-d", temp.toString());
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out().lines().toList())
                .hasSize(3)
                .anyMatch(line -> line.matches("ppo_2026_11_15_120000 +CartPole-v1 +59500 +\\d+\\.\\d\\d"))
                .anyMatch(line -> line.matches("dqn_2026_11_15_120000 .*slm-lab retro computes them"));
    }

    @Test
    void plotDrawsRunsByNameOrPath() {
        CommandResult.of("retro", ppo.path().toString());
        CommandResult.of("retro", dqn.path().toString());
        String folders = ppo.path().getFileName() + "," + dqn.path();
        Path output = temp.resolve("new/plots");
        CommandResult result =
                CommandResult.of("plot", "-f", folders, "-d", temp.toString(), "-o", output.toString(), "-l", "a,b");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        Path file = output.resolve("CartPole-v1_multi_trial_graph_mean_returns_ma_vs_frames.png");
        assertThat(result.out()).isEqualTo(file + System.lineSeparator());
        assertThat(file).isNotEmptyFile();
    }

    @ParameterizedTest
    @CsvSource({
        "plot -f ppo_2026_11_15_12000,           did you mean ppo_2026_11_15_120000?",
        "plot -f nothing,                        slm-lab plot-list -d",
        "plot -f ppo_2026_11_15_120000,          computes it",
        "plot -f ppo_2026_11_15_120000 -l a -l b, --legends has 2 names; --folders has 1 runs",
        "plot,                                   Missing required option: '--folders=DIR",
    })
    void wrongPlotsEndWith2(String command, String message) {
        CommandResult result = CommandResult.of((command + " -d " + temp).split(" ", -1));
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err().lines().toList()).hasSize(2).first().asString().contains(message);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void wrongFoldersEndWith2() throws IOException {
        assertThat(CommandResult.of("plot-list", "-d", temp + "/none").err()).contains("there is no folder");
        CommandResult missing = CommandResult.of("retro", temp + "/none");
        assertThat(missing.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(missing.err()).contains("there is no folder");
        Files.writeString(ppo.spec(), "{\"env\": ");
        CommandResult broken = CommandResult.of("retro", ppo.path().toString());
        assertThat(broken.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(broken.err()).contains("ppo_spec.json", "line 1");
        Files.writeString(ppo.spec(), "{}");
        assertThat(CommandResult.of("retro", ppo.path().toString()).err()).contains("has no spec that names an env");
    }

    @Test
    void retroComputesARunOfOurOwnAnew(@TempDir Path folder) throws IOException {
        RunFolder run = Lab.run(TinySpecs.plan(folder, "ppo", "", ""), TinySpecs.options(folder), Listener.NONE)
                .folder();
        byte[] before = Files.readAllBytes(run.trialMetricsScalar(0));
        Files.delete(run.trialMetricsScalar(0));
        CommandResult result = CommandResult.of("retro", run.path().toString());
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.DONE);
        assertThat(Files.readAllBytes(run.trialMetricsScalar(0))).isEqualTo(before);
    }
}
