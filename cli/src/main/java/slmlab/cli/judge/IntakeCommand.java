package slmlab.cli.judge;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.benchmark.Cell;
import slmlab.benchmark.Intake;
import slmlab.benchmark.Result;
import slmlab.benchmark.Results;
import slmlab.benchmark.ScorePage;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.cli.Called;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunArgument;
import slmlab.cli.hub.HubFlags;
import slmlab.compare.Comparison;
import slmlab.experiment.TrainedAgent;
import slmlab.hub.Dataset;
import slmlab.hub.Pull;
import slmlab.run.RunFolder;

/// `slm-lab benchmark intake`: a finished run becomes a row of the table, or a sentence says what is missing.
@Command(
        name = "intake",
        header = "Check and evaluate a finished run; add its row to the table.",
        footer = {
            "  slm-lab benchmark intake latest",
            "  slm-lab benchmark intake data/ppo_cartpole_1 --episodes 100 --link"
        })
final class IntakeCommand extends InputCommand {
    private static final Look SMALL = Look.WIDE.legend(false).size(new Size(840, 560));
    private static final long EVAL_SEED = 1_000_000;

    @Mixin
    private final RunArgument run = new RunArgument();

    @Option(
            names = "--episodes",
            paramLabel = "N",
            description =
                    "episodes to evaluate each session's last weights with; 0 for none (default: ${DEFAULT-VALUE})")
    private int episodes = 50;

    @Option(
            names = "--link",
            description =
                    "write the address of the uploaded run into the row; the run must be in the dataset of HF_REPO")
    private boolean isLinked;

    @Mixin
    private final TableFlags table = new TableFlags();

    @Mixin
    private final HubFlags hub = new HubFlags();

    @Override
    protected void run(PrintWriter out) {
        if (episodes != 0) {
            Counts.checkEpisodes(episodes);
        }
        Results results = table.results();
        RunFolder folder = run.folder();
        Intake intake = Intake.of(folder, table.cells(), cell -> new CellSpec(cell, table.specs()).differences(folder));
        Cell cell = intake.cell();
        ScorePage.check(results, table.cells(), cell);
        @Nullable String link = isLinked ? link(folder) : null;
        Paths.createFolder("--docs", results.file(cell).resolveSibling(""));
        Paths.createFolder("--docs", results.plot(cell).resolveSibling(""));
        out.println(cell);
        out.flush();
        Result result = intake.result(results, episodes == 0 ? null : evaluated(folder, cell.sessions()), link);
        draw(folder, cell, results.plot(cell));
        intake.write(results, result);
        int rows = ScorePage.write(results, table.cells());
        out.println(results.file(cell));
        out.println(results.plot(cell));
        out.println(results.docs().resolve("BENCHMARKS.md") + ": " + Counts.of(rows, "score"));
    }

    /// Return the address of the uploaded run.
    private String link(RunFolder folder) {
        String name = folder.path().toAbsolutePath().normalize().getFileName().toString();
        Dataset dataset = hub.dataset(err());
        if (!Pull.of(dataset, name).names().contains(name)) {
            throw new IllegalArgumentException("--link: %s is not in %s yet; upload it with: %s"
                    .formatted(
                            name,
                            dataset.page(),
                            Called.with("push", folder.path().toString())));
        }
        return dataset.page(Pull.ROOT + "/" + name);
    }

    private Result.@Nullable Evaluation evaluated(RunFolder folder, int sessions) {
        double[] means = new double[sessions];
        for (int session = 0; session < sessions; session++) {
            try (TrainedAgent player = TrainedAgent.read(folder, session, false)) {
                means[session] = player.evaluate(episodes, false, EVAL_SEED).mean();
            }
        }
        return new Result.Evaluation(
                episodes, EVAL_SEED, means, Arrays.stream(means).average().orElseThrow());
    }

    private static void draw(RunFolder folder, Cell cell, Path plot) {
        String title = "%s, %s: %s".formatted(cell.env(), cell.algorithm(), cell.spec());
        Comparison.of(List.of(folder)).write(plot, title, SMALL);
    }
}
