package slmlab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Learning curves as PNG files: of a session, of a trial with the spread of its sessions, of several trials in
/// one picture.
///
/// A curve without a single number is not drawn and has no file. All methods throw a [NoPictureException] where
/// nothing can be drawn.
public final class Curves {
    private static final List<String> EXTRA = List.of("loss", "explore_var", "entropy");
    private static final String RETURN = "mean return";
    private static final String AVERAGE = "mean return, moving average";

    private Curves() {}

    /// Draw a session's returns, their moving average, and the other columns of its table; return the files.
    public static List<Path> session(RunFolder folder, int trial, int session, Phase phase, Table table) {
        String title = "%s  t%s s%s".formatted(folder.name(), trial, session);
        double[] frames = table.column("frame");
        double[] returns = table.column("total_reward");
        List<Path> files = new ArrayList<>();
        write(
                () -> line(title, RETURN, frames, returns),
                files,
                folder.sessionGraph(trial, session, phase, "mean_returns_vs_frames"));
        write(
                () -> line(title, AVERAGE, frames, Series.movingAverage(returns)),
                files,
                folder.sessionGraph(trial, session, phase, "mean_returns_ma_vs_frames"));
        for (String column : EXTRA) {
            if (table.has(column)) {
                write(
                        () -> line(title, column.replace('_', ' '), frames, table.column(column)),
                        files,
                        folder.sessionGraph(trial, session, phase, column + "_vs_frame"));
            }
        }
        return files;
    }

    /// Draw a trial's returns and their moving average, into `graph` and also into the run folder itself.
    public static List<Path> trial(RunFolder folder, int trial, TrialMetrics metrics) {
        String title = "%s  t%s".formatted(folder.name(), trial);
        List<double[]> returns = metrics.local().meanReturns();
        TrialCurve curve = new TrialCurve("mean", metrics.local().frames(), returns);
        String spread = returns.size() == 1 ? "" : "  (± std of %s sessions)".formatted(returns.size());
        List<Path> files = new ArrayList<>();
        Path file = folder.trialGraph(trial, "mean_returns_vs_frames");
        write(() -> bands(title, RETURN + spread, List.of(curve)), files, file, folder.shown(file));
        Path averageFile = folder.trialGraph(trial, "mean_returns_ma_vs_frames");
        write(
                () -> bands(title, AVERAGE + spread, List.of(averaged(curve))),
                files,
                averageFile,
                folder.shown(averageFile));
        return files;
    }

    /// Draw the moving averages of several trials into one picture; throw an [IllegalArgumentException] if none
    /// has a number.
    public static void compare(Path file, String title, List<TrialCurve> trials, boolean legend) {
        byte[] png = drawn(() -> {
            Chart chart =
                    bands(title, AVERAGE, trials.stream().map(Curves::averaged).toList());
            if (legend) {
                chart.showLegend();
            }
            return chart;
        });
        if (png == null) {
            throw new IllegalArgumentException("%s: no episode ended in any of these runs".formatted(title));
        }
        SafeFile.write(file, out -> out.write(png));
    }

    private static TrialCurve averaged(TrialCurve curve) {
        List<double[]> averages =
                curve.returns().stream().map(Series::movingAverage).toList();
        return new TrialCurve(curve.label(), curve.frames(), averages);
    }

    private static Chart line(String title, String y, double[] frames, double[] values) {
        Chart chart = new Chart(title, "frames", y);
        chart.line(0, y, frames, values);
        return chart;
    }

    /// Return a chart with all bands, which come first so that none covers a line.
    private static Chart bands(String title, String y, List<TrialCurve> curves) {
        Chart chart = new Chart(title, "frames", y);
        List<double[]> means = new ArrayList<>();
        for (TrialCurve curve : curves) {
            double[][] rows = Series.rows(curve.returns());
            double[] mean = Stream.of(rows).mapToDouble(Series::mean).toArray();
            double[] std = Stream.of(rows).mapToDouble(Series::std).toArray();
            double[] low = new double[rows.length];
            double[] high = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                low[i] = mean[i] - std[i];
                high[i] = mean[i] + std[i];
            }
            chart.band(means.size(), curve.frames(), low, high);
            means.add(mean);
        }
        for (int i = 0; i < curves.size(); i++) {
            chart.line(i, curves.get(i).label(), curves.get(i).frames(), means.get(i));
        }
        return chart;
    }

    private static void write(Supplier<Chart> chart, List<Path> files, Path... places) {
        byte[] png = drawn(chart);
        if (png != null) {
            for (Path place : places) {
                SafeFile.write(place, out -> out.write(png));
            }
            files.addAll(List.of(places));
        }
    }

    /// Return the picture as a PNG; null if it is empty.
    private static byte @Nullable [] drawn(Supplier<Chart> chart) {
        try {
            Chart made = chart.get();
            return made.isEmpty() ? null : made.png();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new NoPictureException(e);
        }
    }
}
