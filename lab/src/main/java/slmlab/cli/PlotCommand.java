package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slmlab.report.Band;
import slmlab.report.Comparison;
import slmlab.report.Format;
import slmlab.report.Look;
import slmlab.report.RunFolder;
import slmlab.report.RunLabels;
import slmlab.report.Size;
import slmlab.report.Theme;
import slmlab.report.XAxis;

/// `slm-lab plot`: the curves of several runs in one picture.
@Command(
        name = "plot",
        header = "Plot several runs in one picture: their returns, or any other column of their tables.",
        mixinStandardHelpOptions = true)
final class PlotCommand extends InputCommand {
    @Option(
            names = {"-f", "--folders"},
            paramLabel = "DIR",
            required = true,
            split = ",",
            description = "run folders, with commas between: names in the data folder, or paths")
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

    @Option(
            names = {"-d", "--data-folder"},
            paramLabel = "DATA",
            description = "folder of run folders (default: ${DEFAULT-VALUE})")
    private Path data = Path.of("data");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            description = "folder to write the picture to (default: beside the first run)")
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
    void run(PrintWriter out) {
        List<RunFolder> runs = folders.stream().map(this::find).toList();
        if (!legends.isEmpty() && legends.size() != runs.size()) {
            throw new IllegalArgumentException(
                    "--legends has %s names; --folders has %s runs".formatted(legends.size(), runs.size()));
        }
        if (smooth < 1) {
            throw new IllegalArgumentException("--smooth %s; needs at least 1 row".formatted(smooth));
        }
        XAxis over = Choice.of("--x", x, XAxis.values());
        Format kind = Choice.of("--format", format, Format.values());
        Band around = Choice.of("--band", band, Band.values());
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

    private RunFolder find(String folder) {
        if (folder.isEmpty()) {
            throw new IllegalArgumentException("which run? -f names run folders, with commas between them");
        }
        return RunFolders.named(folder, data);
    }
}
