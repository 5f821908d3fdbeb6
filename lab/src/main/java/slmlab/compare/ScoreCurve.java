package slmlab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.compare.Contestant.Read;
import slmlab.compare.Contestant.Scale;
import slmlab.metric.Metrics;
import slmlab.run.Table;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;

/// The mean score over training: sample efficiency.
final class ScoreCurve {
    private static final Interval NONE = new Interval(Double.NaN, Double.NaN);

    private ScoreCurve() {}

    /// @param points how many to take, evenly over the frames that all sessions have reached
    static Scoreboard.Curve of(Read contestant, List<Scale> scales, int points) {
        double last = contestant.lastFrame();
        List<Double> frames = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        List<Interval> bands = new ArrayList<>();
        for (int i = 1; i <= points; i++) {
            double frame = last * i / points;
            Scores scores = at(contestant, scales, frame);
            if (scores != null) {
                frames.add(frame);
                means.add(Statistic.MEAN.of(scores));
                bands.add(Objects.requireNonNullElse(Interval.ofMean(scores), NONE));
            }
        }
        return new Scoreboard.Curve(
                frames.stream().mapToDouble(Double::doubleValue).toArray(),
                means.stream().mapToDouble(Double::doubleValue).toArray(),
                bands.toArray(Interval[]::new));
    }

    /// Return the scores of all sessions at a frame; null if one of them has none yet.
    private static @Nullable Scores at(Read contestant, List<Scale> scales, double frame) {
        List<double[]> tasks = new ArrayList<>();
        for (int task = 0; task < scales.size(); task++) {
            double[] returns = contestant.byTask().get(task).stream()
                    .flatMapToDouble(run -> Arrays.stream(run.independent(run.tables().stream()
                            .mapToDouble(table -> at(table, run.column(), frame))
                            .toArray())))
                    .toArray();
            if (Arrays.stream(returns).anyMatch(each -> !Double.isFinite(each))) {
                return null;
            }
            tasks.add(scales.get(task).of(returns));
        }
        return Scores.ofTasks(tasks);
    }

    /// Return the number at a frame, between two rows in proportion; NaN before the first one that has a number.
    static double at(Table table, String column, double frame) {
        double[] frames = table.column(Metrics.FRAME.name());
        double[] values = table.column(column);
        int above = 0;
        while (above < frames.length - 1 && frames[above] < frame) {
            above++;
        }
        if (frames[above] == frame) {
            return values[above];
        }
        if (above == 0 || frames[above] < frame) {
            return Double.NaN;
        }
        double share = (frame - frames[above - 1]) / (frames[above] - frames[above - 1]);
        return values[above - 1] + share * (values[above] - values[above - 1]);
    }
}
