package slmlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slmlab.file.OutputFile;
import slmlab.report.Analysis;
import slmlab.report.Curves;
import slmlab.report.RunFolder;
import slmlab.report.TrialCurve;
import slmlab.spec.Suggestion;

/// `slm-lab plot`: the curves of several runs in one picture.
@Command(name = "plot", header = "Plot the returns of several runs in one picture.", mixinStandardHelpOptions = true)
final class PlotCommand extends InputCommand {
    private static final int LONGEST_TITLE = 100;

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
            description = "a name per run, separated by commas (default: names of the specs)")
    private List<String> legends = List.of();

    @Option(
            names = {"-d", "--data-folder"},
            paramLabel = "DATA",
            description = "folder of run folders (default: ${DEFAULT-VALUE})")
    private Path data = Path.of("data");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            description = "folder to write the picture to (default: ${DEFAULT-VALUE})")
    private Path output = Path.of("docs", "plots");

    @Option(names = "--no-legend", negatable = true, description = "draw a legend or not (default: with a legend)")
    private boolean noLegend;

    @Override
    void run(PrintWriter out) {
        List<RunFolder> runs = folders.stream().map(this::find).toList();
        if (!legends.isEmpty() && legends.size() != runs.size()) {
            throw new IllegalArgumentException(
                    "--legends has %s names; --folders has %s runs".formatted(legends.size(), runs.size()));
        }
        List<String> labels = legends.isEmpty() ? labels(runs) : legends;
        List<TrialCurve> curves = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            curves.add(curve(runs.get(i), labels.get(i)));
        }
        String heading = title == null ? envs(runs) : title;
        Path file = output.resolve(name(heading));
        try {
            Files.createDirectories(output);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--output: cannot create %s: %s".formatted(output, OutputFile.reason(e)), e);
        }
        Paths.checkWritable("--output", file);
        Curves.compare(file, heading, curves, !noLegend);
        out.println(file);
    }

    private static String name(String heading) {
        String name = heading.replaceAll("[/\\\\:*?\"<>|\\p{Cntrl}]+", "-");
        if (name.length() > LONGEST_TITLE) {
            throw new IllegalArgumentException(
                    "the title has %s characters and names the file; give a shorter one with --title, of at most %s"
                            .formatted(name.length(), LONGEST_TITLE));
        }
        return name + "_multi_trial_graph_mean_returns_ma_vs_frames.png";
    }

    private static TrialCurve curve(RunFolder run, String label) {
        Path metrics = run.trialMetrics(0);
        if (!Files.exists(metrics)) {
            throw new IllegalArgumentException(
                    "there is no file %s; slm-lab retro %s computes it".formatted(metrics, run.path()));
        }
        return TrialCurve.read(metrics, label);
    }

    private RunFolder find(String folder) {
        if (folder.isEmpty()) {
            throw new IllegalArgumentException("which run? -f names run folders, with commas between them");
        }
        Path given = Paths.of(folder);
        Path inData = data.resolve(given);
        Path path = Files.isDirectory(inData) ? inData : given;
        if (!Files.isDirectory(path)) {
            List<String> known = RunFolder.all(data).stream()
                    .map(run -> run.path().getFileName().toString())
                    .toList();
            String hint = Suggestion.of(folder, known)
                    .map("did you mean %s?"::formatted)
                    .orElse("slm-lab plot-list -d %s shows them".formatted(data));
            throw new IllegalArgumentException(
                    "there is no run folder '%s', also not in %s; %s".formatted(folder, data, hint));
        }
        return RunFolder.open(path);
    }

    /// Return the names of the specs or, if two are equal, of the folders.
    private static List<String> labels(List<RunFolder> runs) {
        List<String> names = runs.stream().map(RunFolder::name).toList();
        if (new HashSet<>(names).size() == names.size()) {
            return names;
        }
        return runs.stream().map(run -> run.path().getFileName().toString()).toList();
    }

    private static String envs(List<RunFolder> runs) {
        return runs.stream()
                .map(run -> Analysis.env(run).orElse(run.name()))
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
