package slmlab.cli.inspect;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;

/// `slm-lab plot-list`: SLM-Lab's name of `list runs`.
@Command(
        name = "plot-list",
        header = "List the run folders that can be plotted.",
        hidden = true,
        footer = {"  slm-lab plot-list", "  slm-lab plot-list --data results"})
public final class PlotListCommand extends InputCommand {
    @Mixin
    private final DataFolder data = new DataFolder();

    @Override
    protected void run(PrintWriter out) {
        RunTable.lines(data.path()).forEach(out::println);
    }
}
