package slmlab.cli.judge;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.benchmark.ScorePage;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;

/// `slm-lab benchmark report`: the score section of docs/BENCHMARKS.md, from docs/results.
@Command(
        name = "report",
        header = "Write the scores of docs/BENCHMARKS.md from docs/results.",
        description = "A score without proof is refused.",
        footer = {"  slm-lab benchmark report", "  slm-lab benchmark report --docs docs"})
final class ScoreReportCommand extends InputCommand {
    @Mixin
    private final TableFlags table = new TableFlags();

    @Override
    protected void run(PrintWriter out) {
        int rows = ScorePage.write(table.results(), table.cells());
        out.println(table.results().docs().resolve("BENCHMARKS.md") + ": " + Counts.of(rows, "score"));
    }
}
