package slmlab.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.benchmark.ScorePage;

/// `slm-lab benchmark report`: the score section of docs/BENCHMARKS.md, from docs/results.
@Command(
        name = "report",
        header = "Write the scores of docs/BENCHMARKS.md from docs/results; refuse a score without proof.",
        mixinStandardHelpOptions = true)
final class ReportCommand extends InputCommand {
    @Mixin
    private final TableFlags table = new TableFlags();

    @Override
    void run(PrintWriter out) {
        int rows = ScorePage.write(table.results(), table.cells());
        out.println(table.results().docs().resolve("BENCHMARKS.md") + ": " + Counts.of(rows, "score"));
    }
}
