package slmlab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Chart;
import slmlab.chart.ChartException;
import slmlab.chart.Look;
import slmlab.file.SafeFile;
import slmlab.metric.Headline;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.metric.Series;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.stats.Interval;

/// Learning curves as PNG files: of a session, and of a trial with the spread of its sessions.
///
/// A curve without a single number is not drawn and has no file. All methods throw a [ChartException] where
/// nothing can be drawn.
public final class Curves {
    /// Drawn of every session that has them; explore_var and entropy are SLM-Lab's choice.
    private static final List<Metric> EXTRA =
            List.of(Metrics.LOSS, Metrics.EXPLORE_VAR, Metrics.ENTROPY, Metrics.LR, Metrics.FPS);

    private static final String AVERAGE = "total_reward_ma: mean of total_reward over the last 100 rows";

    private static final String FRAME = Metrics.FRAME.name();
    private static final String TOTAL_REWARD = Metrics.TOTAL_REWARD.name();

    private Curves() {}

    /// Draw a session's returns, SLM-Lab's moving average, and other columns of its table; return the files.
    public static List<Path> session(RunFolder folder, int session, Phase phase, Table table) {
        String title = "%s  t%s s%s".formatted(folder.name(), folder.trial(), session);
        double[] frames = table.column(FRAME);
        Headline headline = Headline.of(phase, List.of(table));
        TrialCurve returns =
                TrialCurve.of("", List.of(table), FRAME, headline.column(), 1).withEpisodes(List.of(table), headline);
        List<Plot> plots = new ArrayList<>();
        plots.add(new Plot(
                Look.SQUARE,
                () -> bands(title, "frames", headline.text(), List.of(returns), 1, SpreadBand.NONE),
                folder.sessionGraph(session, phase, "mean_returns_vs_frames")));
        plots.add(new Plot(
                Look.SQUARE,
                () -> line(title, AVERAGE, frames, Series.movingAverage(table.column(TOTAL_REWARD), Series.WINDOW)),
                folder.sessionGraph(session, phase, "mean_returns_ma_vs_frames")));
        for (String column : Metrics.names(EXTRA)) {
            if (table.has(column)) {
                plots.add(new Plot(
                        Look.SQUARE,
                        () -> line(title, column.replace('_', ' '), frames, table.column(column)),
                        folder.sessionGraph(session, phase, column + "_vs_frame")));
            }
        }
        return write(plots);
    }

    /// Draw a trial's returns, with those of its evaluations, and SLM-Lab's moving average, into `graph` and also
    /// into the run folder itself.
    ///
    /// @param sessions their tables of training
    /// @param evaluations their tables of evaluation; none if there are none
    public static List<Path> trial(RunFolder folder, List<Table> sessions, List<Table> evaluations) {
        String title = "%s  t%s".formatted(folder.name(), folder.trial());
        Headline headline = Headline.of(Phase.TRAIN, sessions);
        List<TrialCurve> returns = new ArrayList<>();
        returns.add(TrialCurve.of("training: " + headline.text(), sessions, FRAME, headline.column(), 1)
                .withEpisodes(sessions, headline));
        if (!evaluations.isEmpty()) {
            returns.add(TrialCurve.of("evaluation: deterministic actions", evaluations, FRAME, TOTAL_REWARD, 1));
        }
        String y = evaluations.isEmpty() ? headline.text() : "return";
        Path file = folder.trialGraph("mean_returns_vs_frames");
        TrialCurve average = TrialCurve.of("", sessions, FRAME, TOTAL_REWARD, Series.WINDOW);
        Path averageFile = folder.trialGraph("mean_returns_ma_vs_frames");
        return write(List.of(
                new Plot(
                        Look.SQUARE.legend(returns.size() > 1),
                        () -> bands(title, "frames", y, returns, 1, SpreadBand.DEVIATION),
                        file,
                        folder.shown(file)),
                new Plot(
                        Look.SQUARE,
                        () -> bands(title, "frames", AVERAGE, List.of(average), 1, SpreadBand.DEVIATION),
                        averageFile,
                        folder.shown(averageFile))));
    }

    private static Chart line(String title, String y, double[] frames, double[] values) {
        Chart chart = new Chart(title, "", "frames", y);
        chart.line(0, y, frames, values);
        return chart;
    }

    /// Return a chart with all bands, which come first so that none covers a line.
    ///
    /// @param smooth how many rows each number is the mean of
    public static Chart bands(String title, String x, String y, List<TrialCurve> curves, int smooth, SpreadBand band) {
        Chart chart = new Chart(title, spread(curves, smooth, band), x, y);
        List<double[]> means = new ArrayList<>();
        for (TrialCurve curve : curves) {
            double[][] rows = Series.rows(curve.series());
            double[] mean = Stream.of(rows).mapToDouble(Series::mean).toArray();
            double[] low = new double[rows.length];
            double[] high = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                Interval around = band.around(rows[i]);
                low[i] = around.low();
                high[i] = around.high();
            }
            chart.band(means.size(), curve.x(), low, high);
            chart.raw(means.size(), curve.x(), curve.raw());
            means.add(mean);
        }
        for (int i = 0; i < curves.size(); i++) {
            chart.line(i, curves.get(i).label(), curves.get(i).x(), means.get(i));
        }
        return chart;
    }

    /// Say what the lines and the bands are.
    private static String spread(List<TrialCurve> curves, int smooth, SpreadBand band) {
        List<String> words = new ArrayList<>();
        List<Integer> sizes =
                curves.stream().map(curve -> curve.series().size()).distinct().toList();
        if (!sizes.equals(List.of(1))) {
            String sessions = sizes.size() == 1
                    ? "%s sessions".formatted(sizes.getFirst())
                    : "%s to %s sessions".formatted(Collections.min(sizes), Collections.max(sizes));
            words.add("line: mean of %s".formatted(sessions)
                    + (band == SpreadBand.NONE ? "" : ", band: %s".formatted(band.words())));
        }
        if (smooth > 1) {
            words.add("each point the mean of %s rows".formatted(smooth));
        }
        if (curves.stream().anyMatch(curve -> curve.raw().length > 0)) {
            words.add(smooth > 1 ? "thin: the rows themselves" : "thin: the last episode at each row");
        }
        return String.join("; ", words);
    }

    /// A chart, and the files that hold it.
    private record Plot(Look look, Supplier<Chart> chart, List<Path> places) {
        Plot(Look look, Supplier<Chart> chart, Path... places) {
            this(look, chart, List.of(places));
        }

        /// Draw and write it; return its files, none if it is empty.
        List<Path> write() {
            byte[] png = drawn(chart, look);
            if (png == null) {
                return List.of();
            }
            places.forEach(place -> SafeFile.write(place, out -> out.write(png)));
            return places;
        }
    }

    /// Draw on all cores: a short run would otherwise wait for its plots longer than for its start.
    private static List<Path> write(List<Plot> plots) {
        return plots.parallelStream().map(Plot::write).flatMap(List::stream).toList();
    }

    /// Return the figure as a file; null if it is empty.
    public static byte @Nullable [] drawn(Supplier<Chart> chart, Look look) {
        try {
            Chart made = chart.get();
            return made.isEmpty() ? null : made.draw(look);
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
    }
}
