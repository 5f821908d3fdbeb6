package slmlab.stats;

import org.jspecify.annotations.Nullable;

/// Where a mean lies with a confidence of 95 %: Student's t-interval.
///
/// It covers the true mean in 95 of 100 cases if scores are normally distributed; [Coverage] has what it does
/// otherwise.
public record Interval(double low, double high) {
    /// With fewer runs there is no interval and no verdict, only a range.
    public static final int FEWEST_RUNS = 4;

    /// Return the interval of the mean over tasks of the means over runs. Null with fewer than four runs in a task,
    /// and where all runs of every task are equal: then nothing shows how far others would scatter.
    public static @Nullable Interval ofMean(Scores scores) {
        if (scores.fewestRuns() < FEWEST_RUNS || scores.standardError() == 0) {
            return null;
        }
        double half = StudentT.quantile(scores.freedom()) * scores.standardError();
        double mean = Statistic.MEAN.of(scores);
        return new Interval(mean - half, mean + half);
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
