package slmlab.benchmark;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;

/// The scores of a run's sessions in short.
///
/// @param interval of the mean, 95 %; null where there is none
/// @param agents how many of them were trained independently: sessions that share one agent are one
record Summary(
        double mean, @Nullable Interval interval, double interquartileMean, double worst, double best, int agents) {
    /// From so many on, one failed session does not hide behind the interquartile mean.
    private static final int MANY = 8;

    /// @param sessions one finite score each
    static Summary of(double[] sessions, int agents) {
        Scores scores = Scores.of(sessions);
        return new Summary(
                Statistic.MEAN.of(scores),
                agents < Interval.FEWEST_RUNS ? null : Interval.ofMean(scores),
                Statistic.INTERQUARTILE_MEAN.of(scores),
                Arrays.stream(sessions).min().orElseThrow(),
                Arrays.stream(sessions).max().orElseThrow(),
                agents);
    }

    /// Whether there are too few agents for a verdict.
    boolean isRange() {
        return agents < Interval.FEWEST_RUNS;
    }

    /// Return the number that a bar of ours is compared with.
    double typical() {
        return agents < MANY ? mean : interquartileMean;
    }

    /// Return it as a row shows it: `475.1 [447.5, 502.7]`, or `58.50 to 153.7` of too few agents.
    @Override
    public String toString() {
        if (isRange()) {
            return worst == best
                    ? ScorePage.number(worst)
                    : "%s to %s".formatted(ScorePage.number(worst), ScorePage.number(best));
        }
        return interval == null
                ? ScorePage.number(mean)
                : "%s [%s, %s]"
                        .formatted(
                                ScorePage.number(mean),
                                ScorePage.number(interval.low()),
                                ScorePage.number(interval.high()));
    }
}
