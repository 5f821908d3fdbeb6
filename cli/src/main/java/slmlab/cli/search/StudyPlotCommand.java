package slmlab.cli.search;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.chart.ChartException;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.cli.Choice;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.search.plot.StudyPlots;

/// `slm-lab study plot`: a search as figures.
@Command(
        name = "plot",
        header = "Plot a search: history, importance, slices, contour, rungs.",
        description = "Also parallel coordinates and a timeline of the trials.",
        footer = {"  slm-lab study plot", "  slm-lab study plot latest --format svg --output=figures"})
final class StudyPlotCommand extends InputCommand {
    @Mixin
    private final StudyArgument argument = new StudyArgument();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "folder to write the figures to (default: graph in the search's folder; with --study, here)")
    private @Nullable Path output;

    @Option(names = "--dark", description = "draw on a dark ground")
    private boolean dark;

    @Option(names = "--format", paramLabel = "FORMAT", description = "png, svg or pdf (default: ${DEFAULT-VALUE})")
    private String format = "png";

    @Option(
            names = "--size",
            paramLabel = "WxH",
            description = "width and height in pixels (default: ${DEFAULT-VALUE})")
    private String size = "1200x800";

    @Override
    protected void run(PrintWriter out) {
        Format kind = Choice.of("--format", format, Format.values());
        Look look = new Look(kind, sides(), dark ? Theme.DARK : Theme.LIGHT, true);
        Path folder = Objects.requireNonNullElseGet(output, argument::figures);
        argument.with(study -> {
            Paths.createFolder("--output", folder);
            try {
                StudyPlots.write(study.plan(), study.standing(), folder, look).forEach(out::println);
            } catch (ChartException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        });
    }

    private Size sides() {
        try {
            return Size.of(size);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--size %s".formatted(e.getMessage()), e);
        }
    }
}
