package slmlab.benchmark;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.stats.Bootstrap;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;

/// The scores of a run's sessions in short.
///
/// @param standardError of the mean; null for one session
/// @param low end of the 95 % bootstrap interval of the interquartile mean
/// @param high its other end
public record Summary(double mean, @Nullable Double standardError, double interquartileMean, double low, double high) {
    private static final int DRAWS = 2000;

    /// @param sessions one finite score each
    static Summary of(double... sessions) {
        Scores scores = Scores.of(sessions);
        double mean = Statistic.MEAN.of(scores);
        double squares = Arrays.stream(sessions)
                .map(score -> (score - mean) * (score - mean))
                .sum();
        int n = sessions.length;
        Double error = n < 2 ? null : Double.valueOf(Math.sqrt(squares / (n - 1) / n));
        Interval interval = new Bootstrap(DRAWS).interval(scores, Statistic.INTERQUARTILE_MEAN::of);
        return new Summary(mean, error, Statistic.INTERQUARTILE_MEAN.of(scores), interval.low(), interval.high());
    }
}
