package slmlab.cli.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.benchmark.Result;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// `benchmark intake`, `status` and `report`, on real short runs.
@Tag("slow")
class BenchmarkCommandTest {
    private static final String BEGIN =
            "<!-- scores: written by ./slm-lab benchmark report from docs/results; do not edit by hand -->";
    private static final String ROW = "results/CartPole-v1/ppo_cartpole_2k.json";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private Path docs;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private Path cells;

    private Path specs = Path.of("..", "spec");

    @BeforeEach
    void makeTable() throws IOException {
        docs = Files.createDirectory(temp.resolve("docs"));
        Files.writeString(
                docs.resolve("BENCHMARKS.md"), "# Before\n\n%s\n<!-- end of scores -->\n\n# After\n".formatted(BEGIN));
        cells = Files.writeString(temp.resolve("cells.json"), """
                [{"table": "short", "env": "CartPole-v1", "algorithm": "PPO", "file": "ppo/cartpole.json",
                  "spec": "ppo_cartpole", "frames": 2000, "sessions": 2, "published": 15.5},
                 {"table": "ours", "env": "CartPole-v1", "algorithm": "PPO", "file": "ppo/cartpole.json",
                  "spec": "ppo_cartpole", "frames": 3000, "sessions": 1, "bar": 400, "from_seed": 1000}]
                """);
    }

    private CommandResult benchmark(String... words) {
        List<String> all = new ArrayList<>(List.of("benchmark"));
        all.addAll(List.of(words));
        all.addAll(List.of("--docs", docs.toString(), "--cells", cells.toString()));
        if (!words[0].equals("report")) {
            all.addAll(List.of("--specs", specs.toString()));
        }
        return CommandResult.of(all.toArray(String[]::new));
    }

    private RunFolder trained(String... more) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("run", "../spec/ppo/cartpole.json", "ppo_cartpole", "train", "--quiet"));
        words.addAll(List.of("--data", temp.resolve("data").toString(), "--name", "run", "--threads", "1"));
        words.addAll(List.of(more));
        CommandResult result = CommandResult.of(words.toArray(String[]::new));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        RunFolder run = RunFolder.open(temp.resolve("data/run"));
        change(run, Map.of("commit", "0123456789ab")); // the launcher's builds know theirs, this one may not
        return run;
    }

    private static void change(RunFolder run, Map<String, Object> facts) throws IOException {
        Map<Object, Object> all = new LinkedHashMap<>((Map<?, ?>) JsonFile.read(run.provenance()));
        all.putAll(facts);
        JsonFile.write(run.provenance(), all);
    }

    private String page() throws IOException {
        return Files.readString(docs.resolve("BENCHMARKS.md"));
    }

    @Test
    void aFinishedRunBecomesARowWithItsProof() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        CommandResult result = benchmark("intake", run.path().toString(), "--episodes", "3");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(docs.resolve("plots/ppo_cartpole_2k_CartPole-v1.png")).isNotEmptyFile();
        Result row = JsonFile.read(docs.resolve(ROW), Result.class);
        assertThat(row.env()).isEqualTo("CartPole-v1");
        assertThat(row.specHash()).matches("[0-9a-f]{16}");
        assertThat(row.totalRewardMa()).hasSize(2);
        double[] returns = Table.read(run.sessionTable(1, Phase.TRAIN)).column("mean_return");
        assertThat(row.meanReturn()[1]).isEqualTo(returns[returns.length - 1]);
        assertThat(row.evaluation())
                .isNotNull()
                .extracting(Result.Evaluation::episodes)
                .isEqualTo(3);
        assertThat(row.provenance().commit()).isEqualTo("0123456789ab");
        assertThat(row.provenance().command())
                .startsWith("slm-lab run spec/ppo/cartpole.json ppo_cartpole train")
                .doesNotContain(temp.toString());
        assertThat(page())
                .startsWith("# Before\n\n" + BEGIN)
                .endsWith("<!-- end of scores -->\n\n# After\n")
                .contains(
                        "### Scores: short\n",
                        "still open: ours 1 of 1.",
                        "| CartPole-v1 | PPO | `ppo_cartpole` | 2k | 2 |")
                .contains(" | 15.50 | ", "[0123456](" + ROW + ")", "[curve](plots/ppo_cartpole_2k_CartPole-v1.png)");

        String written = page();
        assertThat(benchmark("report").out()).contains("1 score");
        assertThat(page()).isEqualTo(written);
        assertThat(benchmark("status", "-d", temp.resolve("data").toString()).out())
                .contains("  done; missing: link\n", "1 done, 0 incomplete, 0 finished, 0 running, 0 stopped, 1 open")
                .contains("open: slm-lab run spec/ppo/cartpole.json ppo_cartpole train --max-frame 3000 --seeds 1"
                        + " --seed 1000");
    }

    /// Four workers of 500 frames make a run of 2,000.
    @Test
    void workersDivideTheFramesOfTheCell() throws IOException {
        Files.writeString(cells, """
                [{"table": "workers", "env": "CartPole-v1", "algorithm": "DPPO", "file": "dppo/cartpole.yaml",
                  "spec": "dppo_cartpole", "frames": 2000, "sessions": 4, "bar": 10}]
                """);
        CommandResult trained = CommandResult.of(
                "run",
                "../spec/dppo/cartpole.yaml",
                "dppo_cartpole",
                "train",
                "--quiet",
                "--max-frame",
                "2000",
                "--data",
                temp.resolve("data").toString(),
                "--name",
                "run");
        assertThat(trained.code()).isEqualTo(Cli.DONE);
        RunFolder run = RunFolder.open(temp.resolve("data/run"));
        change(run, Map.of("commit", "0123456789ab"));
        assertThat(benchmark("status", "-d", temp.resolve("data").toString()).out())
                .contains("1 finished");
        CommandResult result = benchmark("intake", run.path().toString(), "--episodes", "0");
        assertThat(result.err()).isEmpty();
        assertThat(page())
                .containsPattern(
                        "\\| CartPole-v1 \\| DPPO \\| `dppo_cartpole` \\| 2k \\| 4, one agent \\|.*\\| ≥ 10 \\|");
    }

    @Test
    void anUnfinishedRunIsRefused() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        Path table = run.sessionTable(1, Phase.TRAIN);
        List<String> rows = Files.readAllLines(table);
        Files.write(table, rows.subList(0, rows.size() - 1)); // as a run that is still going leaves it
        refused(benchmark("intake", run.path().toString()), "session 1 stands at frame 1,", "of 2,000; resume the run");
        assertThat(benchmark("status", "-d", temp.resolve("data").toString()).out())
                .contains("running at 75 %", "0 done, 0 incomplete, 0 finished, 1 running");
    }

    @Test
    void aWrongBudgetIsRefused() throws IOException {
        RunFolder run = trained("--max-frame", "1000", "--max-session", "1");
        refused(
                benchmark("intake", run.path().toString()),
                "its budget is 1,000 frames and 1 sessions; the cell asks for 2,000 frames and 2 sessions, or 3,000 frames");
    }

    @Test
    void seedsOfTuningAreRefused() throws IOException {
        RunFolder run = trained("--max-frame", "3000", "--max-session", "1");
        refused(benchmark("intake", run.path().toString()), "its seed is 0; the cell asks for 1000 or higher");
    }

    @Test
    void aResultOfASeedOfTuningDoesNotCount() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        assertThat(benchmark("intake", run.path().toString(), "--episodes", "0").err())
                .isEmpty();
        Files.writeString(
                cells, Files.readString(cells).replace("\"published\": 15.5", "\"published\": 15.5, \"from_seed\": 1"));
        assertThat(benchmark("report").err()).contains("its seed is 0; the cell counts seeds from 1 on");
    }

    @Test
    void aCommitWithChangesIsRefused() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        change(run, Map.of("commit", "0123456789ab+changes"));
        refused(
                benchmark("intake", run.path().toString()),
                "its commit is 0123456789ab+changes: files differed from that commit");
    }

    /// The file has changed since the run, or the run had a copy of it with other values.
    @Test
    void aSpecThatIsNotThatOfTheCellsFileIsRefused() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        specs = temp.resolve("spec");
        Path file = specs.resolve("ppo/cartpole.json");
        Files.createDirectories(file.getParent());
        String text = Files.readString(Path.of("../spec/ppo/cartpole.json"));
        Files.writeString(file, text.replace("\"gamma\": 0.98", "\"gamma\": 0.95"));
        refused(
                benchmark("intake", run.path().toString()),
                "its spec is not that of spec/ppo/cartpole.json: agent.algorithm.gamma 0.95 → 0.98");
        Files.writeString(file, text);
        assertThat(benchmark("intake", run.path().toString(), "--episodes", "0").err())
                .isEmpty();
    }

    /// Two cells of one spec, one of which sets a key: each takes its own run, and files of its own.
    @Test
    void aCellMaySetKeysOfTheUnchangedFile() throws IOException {
        Files.writeString(cells, """
                [{"table": "short", "env": "CartPole-v1", "algorithm": "PPO", "file": "ppo/cartpole.json",
                  "spec": "ppo_cartpole", "frames": 2000, "sessions": 2},
                 {"table": "short", "env": "CartPole-v1", "algorithm": "PPO", "file": "ppo/cartpole.json",
                  "spec": "ppo_cartpole", "frames": 2000, "sessions": 2, "set": {"agent.algorithm.gamma": 0.9}}]
                """);
        String data = temp.resolve("data").toString();
        assertThat(benchmark("status", "-d", data).out())
                .contains("train -s agent.algorithm.gamma=0.9 --max-frame 2000 --seeds 2");
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2", "-s", "gamma=0.9");
        assertThat(benchmark("status", "-d", data).out()).contains("1 finished", "1 open");
        assertThat(benchmark("intake", run.path().toString(), "--episodes", "0").err())
                .isEmpty();
        assertThat(docs.resolve("results/CartPole-v1/ppo_cartpole_2k_gamma-0.9.json"))
                .exists();
        assertThat(docs.resolve(ROW)).doesNotExist();
        assertThat(page()).contains("| `ppo_cartpole` with `-s agent.algorithm.gamma=0.9` | 2k | 2 |");
        Files.writeString(cells, Files.readString(cells).replace("0.9}", "0.8}"));
        assertThat(benchmark("intake", run.path().toString(), "--episodes", "0").err())
                .contains("its spec is not that of spec/ppo/cartpole.json: agent.algorithm.gamma 0.9");
    }

    /// SearchCommandTest takes in a real one.
    @Test
    void aTrialOfASearchIsRefused() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        change(
                run,
                Map.of("command", List.of("slm-lab", "run", "../spec/ppo/cartpole.json", "ppo_cartpole", "search")));
        refused(benchmark("intake", run.path().toString()), "it is a trial of a search; train its spec");
    }

    @Test
    void allProblemsComeAtOnce() throws IOException {
        RunFolder run = trained("--max-frame", "1000", "--max-session", "1", "-s", "gamma=0.9");
        change(run, Map.of("commit", "unknown"));
        refused(
                benchmark("intake", run.path().toString()),
                "its budget is 1,000 frames",
                "its spec is not that of spec/ppo/cartpole.json: agent.algorithm.gamma 0.98 → 0.9",
                "does not say commit");
    }

    private void refused(CommandResult result, String... why) throws IOException {
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("is not taken in").contains(why);
        assertThat(docs.resolve("results")).doesNotExist();
        assertThat(docs.resolve("plots")).doesNotExist();
        assertThat(page()).doesNotContain("| CartPole-v1");
    }

    @Test
    void aScoreWithoutProofIsRefused() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        benchmark("intake", run.path().toString(), "--episodes", "0");
        unproven("\"commit\" : \"0123456789ab\"", "\"commit\" : \"\"", "it does not say provenance.commit");
        unproven("\"cpu\" :", "\"gpu\" :", "it does not say provenance.cpu");
        unproven("\"spec_hash\" :", "\"hash\" :", "it does not say spec_hash");
        unproven(
                "\"commit\" : \"0123456789ab\"", "\"commit\" : \"0123456789ab+changes\"", "which nobody can check out");
        unproven("\"set\" : null", "\"set\" : {\"gamma\": 0.9}", "it is not of CartPole-v1 PPO");
        unproven("\"frames\" : 2000", "\"frames\" : 4000", "it is not of CartPole-v1 PPO");
        unproven("\"plot\" : \"plots/", "\"plot\" : \"none/", "there is no plot");
    }

    private void unproven(String proof, String instead, String why) throws IOException {
        String before = page();
        Path file = docs.resolve(ROW);
        String result = Files.readString(file);
        assertThat(result).contains(proof);
        Files.writeString(file, result.replace(proof, instead));
        CommandResult report = benchmark("report");
        assertThat(report.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(report.err()).contains("ppo_cartpole_2k.json is refused", why);
        assertThat(page()).isEqualTo(before);
        Files.writeString(file, result);
    }

    @Test
    void aFileOfNoCellAndAPageWithoutPlaceAreRefused() throws IOException {
        Path stray = Files.createDirectories(docs.resolve("results/Nowhere-v0")).resolve("a.json");
        Files.writeString(stray, "{}");
        assertThat(benchmark("report").err()).contains("a.json belongs to no cell");
        Files.delete(stray);
        Files.writeString(docs.resolve("BENCHMARKS.md"), "nothing");
        assertThat(benchmark("report").err()).contains("has no place for the scores", BEGIN);
    }

    @Test
    void intakeWritesNothingWhereTheTableCannotBeWritten() throws IOException {
        RunFolder run = trained("--max-frame", "2000", "--max-session", "2");
        Path stray = Files.createDirectories(docs.resolve("results/Nowhere-v0")).resolve("a.json");
        Files.writeString(stray, "{}");
        assertThat(benchmark("intake", run.path().toString()).err()).contains("a.json belongs to no cell");
        Files.delete(stray);
        Files.writeString(docs.resolve("BENCHMARKS.md"), "nothing");
        assertThat(benchmark("intake", run.path().toString()).err()).contains("has no place for the scores");
        assertThat(docs.resolve(ROW)).doesNotExist();
        assertThat(docs.resolve("plots")).doesNotExist();

        Files.writeString(docs.resolve("BENCHMARKS.md"), BEGIN + "\n<!-- end of scores -->\n");
        Files.createDirectories(docs.resolve(ROW).getParent());
        Files.writeString(docs.resolve(ROW), "{}"); // a broken result of the same cell: intake replaces it
        assertThat(benchmark("intake", run.path().toString(), "--episodes", "0").err())
                .isEmpty();
        assertThat(page()).contains("| CartPole-v1 | PPO |");
    }

    @Test
    void whatIsNoRunIsRefused() {
        CommandResult result = benchmark("intake", temp.toString());
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(CommandResult.of("benchmark", "report", "--docs", temp + "/none")
                        .err())
                .contains("there is no folder");
        assertThat(benchmark("status", "--only", "Pong").err()).contains("--only Pong matches no cell");
    }
}
