package slmlab.report;

import java.util.List;
import java.util.stream.Stream;

/// One column of a trial's sessions, to draw.
///
/// @param label name in the legend
/// @param x one number per row
/// @param series one per session, up to the end of the shortest
public record TrialCurve(String label, double[] x, List<double[]> series) {

    /// Take a column of tables, over another. Rows belong together by their number: at the same frame, sessions of
    /// one
    /// trial are at different times, of which the mean counts.
    ///
    /// @param smooth each number becomes the mean of so many rows up to it; 1 for the numbers themselves
    static TrialCurve of(String label, List<Table> sessions, String x, String y, int smooth) {
        double[][] places =
                Series.rows(sessions.stream().map(table -> table.column(x)).toList());
        return new TrialCurve(
                label,
                Stream.of(places).mapToDouble(Series::mean).toArray(),
                sessions.stream()
                        .map(table -> Series.movingAverage(table.column(y), smooth))
                        .toList());
    }
}
