package slmlab.board;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.stats.Interval;
import slmlab.stats.Scores;

/// The mean of sessions and its 95 % interval, up to the end of the shortest session.
///
/// @param sessions how many
/// @param low null where [Interval#ofMean] has none, as with fewer than four sessions
record SessionBand(
        int sessions, double[] x, List<@Nullable Float> y, List<@Nullable Float> low, List<@Nullable Float> high) {

    /// Rows belong together by their number, and lie at the mean of their places.
    static SessionBand of(List<double[]> xs, List<double[]> ys, CurveWindow view) {
        int rows = xs.stream().mapToInt(each -> each.length).min().orElse(0);
        double[] x = new double[rows];
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = mean(at(xs, i));
            y[i] = mean(at(ys, i));
        }
        int[] points = Line.points(x, y, view);
        double[] low = new double[points.length];
        double[] high = new double[points.length];
        for (int i = 0; i < points.length; i++) {
            double[] values =
                    Arrays.stream(at(ys, points[i])).filter(Double::isFinite).toArray();
            @Nullable Interval interval = values.length == 0 ? null : Interval.ofMean(Scores.of(values));
            low[i] = interval == null ? Double.NaN : interval.low();
            high[i] = interval == null ? Double.NaN : interval.high();
        }
        Line line = Line.of(x, y, points);
        return new SessionBand(xs.size(), line.x(), line.y(), PageNumbers.floats(low), PageNumbers.floats(high));
    }

    private static double[] at(List<double[]> sessions, int row) {
        return IntStream.range(0, sessions.size())
                .mapToDouble(i -> sessions.get(i)[row])
                .toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).filter(Double::isFinite).average().orElse(Double.NaN);
    }
}
