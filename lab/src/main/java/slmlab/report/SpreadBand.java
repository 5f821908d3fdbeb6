package slmlab.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import slmlab.metric.Series;
import slmlab.stats.Interval;
import slmlab.stats.Scores;

/// What the band around the mean of several sessions shows.
public enum SpreadBand {
    DEVIATION("± 1 standard deviation"),
    QUARTILES("from the first to the third quartile"),
    INTERVAL("95 % interval of the mean, from four sessions on"),
    NONE("");

    private static final Interval UNKNOWN = new Interval(Double.NaN, Double.NaN);

    private final String words;

    SpreadBand(String words) {
        this.words = words;
    }

    /// Return what it is, for the line under a title; empty for none.
    String words() {
        return words;
    }

    /// Return where the band lies at one row.
    ///
    /// @param sessions a number each; NaN for those that have none here
    Interval around(double[] sessions) {
        double[] known =
                Arrays.stream(sessions).filter(Double::isFinite).sorted().toArray();
        if (known.length < 2 || this == NONE) {
            return UNKNOWN;
        }
        double mean = Series.mean(known);
        double deviation = Series.std(known);
        return switch (this) {
            case DEVIATION -> new Interval(mean - deviation, mean + deviation);
            case QUARTILES -> new Interval(quantile(known, 0.25), quantile(known, 0.75));
            case INTERVAL -> Objects.requireNonNullElse(Interval.ofMean(Scores.of(known)), UNKNOWN);
            case NONE -> throw new IllegalStateException();
        };
    }

    /// Return a quantile of sorted numbers, between two of them in proportion, as numpy does.
    private static double quantile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
