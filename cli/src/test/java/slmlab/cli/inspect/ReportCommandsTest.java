package slmlab.cli.inspect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.run.Table;

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
        assertThat(ppo.trialMetrics()).exists();
        assertThat(ppo.trialGraph("mean_returns_ma_vs_frames")).exists();
    }

    @Test
    void retroSaysWhenThereIsNoBaseline() throws IOException {
        Files.writeString(dqn.spec(), "{\"env\": {\"name\": \"Nowhere-v0\"}}");
        CommandResult result = CommandResult.of("retro", dqn.path().toString());
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out()).startsWith("no random baseline for Nowhere-v0: strength is counted from 0");
    }

    @Test
    void plotListShowsTheReturnOfTheLastEpisodes() {
        CommandResult.of("retro", ppo.path().toString());
        Table evaluations = new Table(List.of("total_reward", "frame"));
        evaluations.add(480, 50_000);
        evaluations.write(ppo.sessionTable(0, Phase.EVAL));
        CommandResult result = CommandResult.of("plot-list", "-d", temp.toString());
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out().lines().toList())
                .hasSize(3)
                // about 1500 in the column mean_return, 1000 less in total_reward_ma
                .anyMatch(line -> line.matches(
                        "ppo_2026_11_15_120000 +CartPole-v1 +59500 +1[45]\\d\\d\\.\\d\\d \\(evaluation 480\\.00\\)"))
                .anyMatch(line -> line.matches("dqn_2026_11_15_120000 .*slm-lab retro computes them"));
    }

    /// SLM-Lab's tables have no such column.
    @Test
    void plotListSaysWhichNumberOfSlmLabItShows() {
        Table theirs = new Table(List.of("total_reward", "frame", "opt_step"));
        theirs.add(100, 500, 1);
        theirs.add(200, 1000, 2);
        theirs.write(dqn.sessionTable(0, Phase.TRAIN));
        CommandResult.of("retro", dqn.path().toString());
        assertThat(CommandResult.of("plot-list", "-d", temp.toString()).out()).contains("150.00 (total_reward_ma)");
        CommandResult plot = CommandResult.of("plot", "-f", dqn.path() + "," + ppo.path(), "-d", temp.toString());
        assertThat(plot.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',                                     mean_returns_vs_frames.png",
        "--x time --format svg,                  mean_returns_vs_time.svg",
        "--x updates --y loss --smooth 9,        loss_vs_updates.png",
        "--y strength --band interval --dark,    strength_vs_frames.png",
        "--y consistency --band none,            consistency_vs_frames.png",
        "--y total_reward --format pdf --size 640x400, total_reward_vs_frames.pdf",
    })
    void plotDrawsRunsBesideThem(String options, String name) throws IOException {
        String folders = ppo.path().getFileName() + "," + dqn.path();
        CommandResult result = CommandResult.of(
                "plot -f %s -d %s %s".formatted(folders, temp, options).strip().split(" ", -1));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        Path file = temp.resolve("CartPole-v1_multi_trial_graph_" + name);
        Path numbers = temp.resolve("CartPole-v1_multi_trial_graph_%s.csv".formatted(name.replaceAll("\\..*", "")));
        assertThat(result.out().lines()).containsExactly(file.toString(), numbers.toString());
        String begin = new String(Files.readAllBytes(file), ISO_8859_1);
        assertThat(begin).startsWith(name.endsWith("png") ? "\u0089PNG" : name.endsWith("svg") ? "<svg" : "%PDF");
    }

    /// Rows of the first run are the means of its two sessions; the second has one session, so no band.
    @Test
    void numbersStandBesideTheFigure() throws IOException {
        CommandResult.of("plot", "-f", ppo.path() + "," + dqn.path(), "-d", temp.toString(), "--band", "quartiles");
        List<String> lines =
                Files.readAllLines(temp.resolve("CartPole-v1_multi_trial_graph_mean_returns_vs_frames.csv"));
        assertThat(lines).hasSize(1 + 2 * 120).first().isEqualTo("curve,frame,mean,low,high,sessions");
        double a = Runs.table(0).column("mean_return")[7];
        double b = Runs.table(1).column("mean_return")[7];
        String[] row = lines.get(8).split(",", -1);
        assertThat(row[1]).isEqualTo("3500");
        assertThat(Double.parseDouble(row[2])).isCloseTo((a + b) / 2, within(1e-9));
        assertThat(Double.parseDouble(row[3])).isCloseTo(Math.min(a, b) + Math.abs(a - b) / 4, within(1e-9));
        assertThat(Double.parseDouble(row[4])).isCloseTo(Math.max(a, b) - Math.abs(a - b) / 4, within(1e-9));
        assertThat(row[5]).isEqualTo("2");
        assertThat(lines.getLast()).endsWith(",,,1");
    }

    @Test
    void plotWritesWhereItIsTold() {
        Path output = temp.resolve("new/plots");
        CommandResult result = CommandResult.of(
                "plot", "-f", ppo.path() + "," + dqn.path(), "-o", output.toString(), "-l", "a,b", "-t", "two");
        assertThat(result.err()).isEmpty();
        assertThat(output.resolve("two_multi_trial_graph_mean_returns_vs_frames.png"))
                .isNotEmptyFile();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plot -f ppo_2026_11_15_12000            | did you mean ppo_2026_11_15_120000?",
                "plot -f nothing                         | slm-lab list runs -d",
                "plot -f ppo_2026_11_15_120000 -l a -l b | --legends has 2 names for 1 run; give one for each",
                "plot                                    | which run?",
                "plot -f ppo_2026_11_15_120000 --y los   | has no column los; did you mean loss? it has consistency, explore_var, frame, loss",
                "plot -f ppo_2026_11_15_120000 --y explore_var | explore_var has no number in any of these runs",
                "plot -f ppo_2026_11_15_120000 --x clock | --x is clock; needs one of frames, time, updates",
                "plot -f ppo_2026_11_15_120000 --band all | --band is all; needs one of deviation, quartiles, interval, none",
                "plot -f ppo_2026_11_15_120000 --format gif | --format is gif; needs one of png, svg, pdf",
                "plot -f ppo_2026_11_15_120000 --size 10 | --size '10'; needs width and height in pixels, as 1200x800",
                "plot -f ppo_2026_11_15_120000 --size 9x9 | --size 9x9; needs a width and a height of 300 to 10000 pixels",
                "plot -f ppo_2026_11_15_120000 --smooth 0 | --smooth 0; needs at least 1 row",
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
        byte[] before = Files.readAllBytes(run.trialMetricsScalar());
        Files.delete(run.trialMetricsScalar());
        CommandResult result = CommandResult.of("retro", run.path().toString());
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.DONE);
        assertThat(Files.readAllBytes(run.trialMetricsScalar())).isEqualTo(before);
    }
}
