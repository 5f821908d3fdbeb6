package slmlab.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import slmlab.metric.Headline;
import slmlab.metric.Metrics;
import slmlab.metric.Series;
import slmlab.run.Table;

/// One metric of a trial's sessions, to draw.
///
/// @param label name in the legend
/// @param x one number per row
/// @param series one per session, up to the end of the shortest
/// @param raw the numbers that a single session's series smooths; empty if there are none to show
public record TrialCurve(String label, double[] x, List<double[]> series, double[] raw) {
    private static final double[] NONE = {};

    TrialCurve(String label, double[] x, List<double[]> series) {
        this(label, x, series, NONE);
    }

    /// Take a column of tables, over another.
    public static TrialCurve of(String label, List<Table> sessions, String x, String y, int smooth) {
        return of(
                label,
                sessions,
                x,
                sessions.stream().map(table -> table.column(y)).toList(),
                smooth);
    }

    /// Draw series over a column of their tables. Rows belong together by their number: at the same frame, sessions
    /// of one trial are at different times, of which the mean counts.
    ///
    /// @param smooth each number becomes the mean of so many rows up to it; 1 for the numbers themselves
    public static TrialCurve of(String label, List<Table> sessions, String x, List<double[]> series, int smooth) {
        double[][] places =
                Series.rows(sessions.stream().map(table -> table.column(x)).toList());
        return new TrialCurve(
                label,
                Stream.of(places).mapToDouble(Series::mean).toArray(),
                series.stream()
                        .map(values -> Series.movingAverage(values, smooth))
                        .toList(),
                smooth > 1 && series.size() == 1 ? series.getFirst() : NONE);
    }

    /// Return a copy with the returns of single episodes under a single session's mean return, where its table has
    /// them: with several envs `total_reward` is itself a mean.
    public TrialCurve withEpisodes(List<Table> sessions, Headline headline) {
        Table only = sessions.getFirst();
        boolean hasEpisodes = sessions.size() == 1
                && headline.column().equals(Metrics.MEAN_RETURN.name())
                && only.has(Metrics.T.name())
                && Arrays.equals(only.column(Metrics.T.name()), only.column(Metrics.FRAME.name()));
        return hasEpisodes && raw.length == 0
                ? new TrialCurve(label, x, series, only.column(Metrics.TOTAL_REWARD.name()))
                : this;
    }

    /// Return a copy over `x` in another unit.
    public TrialCurve per(double unit) {
        double[] places = x.clone();
        for (int i = 0; i < places.length; i++) {
            places[i] /= unit;
        }
        return new TrialCurve(label, places, series, raw);
    }
}
