package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.cli.Choice;
import slmlab.cli.Counts;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.compare.Comparison;
import slmlab.compare.RunLabels;
import slmlab.compare.XAxis;
import slmlab.report.SpreadBand;
import slmlab.run.RunFolder;

/// `slm-lab plot`: the curves of several runs in one figure.
@Command(
        name = "plot",
        header = "Plot runs in one figure: their returns, or any other metric.",
        footer = {"  slm-lab plot latest", "  slm-lab plot ppo_cartpole_1 dqn_cartpole_1 --x time --output=figures"})
public final class PlotCommand extends InputCommand {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = "run folders: paths, names in the data folder, or latest")
    private List<String> runs = List.of();

    @Option(
            names = {"-f", "--folders"}, // SLM-Lab's
            split = ",",
            hidden = true)
    private List<String> folders = List.of();

    @Option(
            names = {"-t", "--title"},
            paramLabel = "TITLE",
            description = "title (default: the env's name)")
    private @Nullable String title;

    @Option(
            names = {"-l", "--legends"},
            paramLabel = "NAME",
            split = ",",
            description = "a name per run, separated by commas (default: what their specs differ in)")
    private List<String> legends = List.of();

    @Mixin
    private final DataFolder data = new DataFolder();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            description = "folder to write the figure to (default: beside the first run)")
    private @Nullable Path output;

    @Option(
            names = "--x",
            paramLabel = "AXIS",
            description = "what to draw over: frames, time or updates (default: ${DEFAULT-VALUE})")
    private String x = "frames";

    @Option(
            names = "--y",
            paramLabel = "COLUMN",
            description =
                    "a column of the session tables, as entropy, or one of SLM-Lab's metrics, as strength (default: mean return of the last 100 episodes)")
    private @Nullable String y;

    @Option(
            names = "--smooth",
            paramLabel = "N",
            description = "draw the mean of N rows at each point (default: ${DEFAULT-VALUE})")
    private int smooth = 1;

    @Option(
            names = "--band",
            paramLabel = "BAND",
            description =
                    "around the mean of several sessions: deviation, quartiles, interval (95 %% of the mean, from four sessions on) or none (default: ${DEFAULT-VALUE})")
    private String band = "deviation";

    @Option(names = "--dark", description = "draw on a dark ground")
    private boolean dark;

    @Option(names = "--format", paramLabel = "FORMAT", description = "png, svg or pdf (default: ${DEFAULT-VALUE})")
    private String format = "png";

    @Option(names = "--size", paramLabel = "WxH", description = "width and height in pixels (default: 1200x800)")
    private @Nullable String size;

    @Option(names = "--no-legend", negatable = true, description = "draw a legend or not (default: with a legend)")
    private boolean noLegend;

    @Override
    protected void run(PrintWriter out) {
        List<RunFolder> runs = found();
        if (!legends.isEmpty() && legends.size() != runs.size()) {
            throw new IllegalArgumentException("--legends has %s for %s; give one for each"
                    .formatted(Counts.of(legends.size(), "name"), Counts.of(runs.size(), "run")));
        }
        if (smooth < 1) {
            throw new IllegalArgumentException("--smooth %s; needs at least 1 row".formatted(smooth));
        }
        XAxis over = Choice.of("--x", x, XAxis.values());
        Format kind = Choice.of("--format", format, Format.values());
        SpreadBand around = Choice.of("--band", band, SpreadBand.values());
        Size sides = size == null ? Look.WIDE.size() : size(size);
        Look look = new Look(kind, sides, dark ? Theme.DARK : Theme.LIGHT, !noLegend);
        Comparison comparison =
                new Comparison(runs, legends.isEmpty() ? RunLabels.of(runs) : legends, over, y, smooth, around);
        String heading = title == null ? comparison.envs() : title;
        Path folder = output == null ? beside(runs.getFirst()) : output;
        Path file = folder.resolve(comparison.file(heading, kind));
        Paths.createFolder("--output", folder);
        Paths.checkWritable("--output", file);
        Path numbers = comparison.writeWithNumbers(file, heading, look);
        out.println(file);
        out.println(numbers);
    }

    private static Size size(String text) {
        try {
            return Size.of(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--size %s".formatted(e.getMessage()), e);
        }
    }

    private static Path beside(RunFolder run) {
        Path parent = run.path().normalize().getParent();
        return parent == null ? Path.of(".") : parent;
    }

    private List<RunFolder> found() {
        List<String> given = Stream.concat(runs.stream(), folders.stream()).toList();
        if (given.isEmpty() || given.contains("")) {
            throw new IllegalArgumentException("which run? name run folders, or latest");
        }
        return given.stream().map(each -> RunFolders.named(each, data.path())).toList();
    }
}
