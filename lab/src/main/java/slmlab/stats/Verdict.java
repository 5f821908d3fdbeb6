package slmlab.stats;

import java.util.Locale;

/// What the scores of two say about which is better, in a sentence.
///
/// One is called better if Welch's t-test of the means gives p ≤ 0.05 after Bonferroni's correction for all pairs of
/// the comparison. `CoverageTest` measures how often that is wrong.
///
/// @param difference of the first mean and the second
/// @param p after the correction; NaN where there is no test
/// @param pairs how many pairs there are among all that are compared
/// @param runs of the one that has fewer
public record Verdict(double difference, double p, int pairs, int runs, Scores a, Scores b) {
    private static final double LEVEL = 0.05;

    /// @param compared how many there are in all, two or more
    public static Verdict of(Scores a, Scores b, int compared) {
        int pairs = compared * (compared - 1) / 2;
        int runs = Math.min(a.fewestRuns(), b.fewestRuns());
        if (runs < Interval.FEWEST_RUNS) {
            return new Verdict(Statistic.MEAN.of(a) - Statistic.MEAN.of(b), Double.NaN, pairs, runs, a, b);
        }
        Welch test = Welch.of(a, b);
        return new Verdict(test.difference(), Math.min(1, pairs * test.p()), pairs, runs, a, b);
    }

    /// Whether the scores show that one of the two is better.
    public boolean isShown() {
        return p <= LEVEL;
    }

    /// Return the sentence.
    public String words(String nameA, String nameB) {
        if (Double.isNaN(p)) {
            return "No verdict: %s, %s; it needs at least %s sessions on each side%s."
                    .formatted(
                            range(nameA, a),
                            range(nameB, b),
                            Interval.FEWEST_RUNS,
                            a.tasks() == 1 ? "" : " and in each env");
        }
        String better = difference >= 0 ? nameA : nameB;
        String other = difference >= 0 ? nameB : nameA;
        String by = difference == 0
                ? "the means of %s and %s are equal".formatted(better, other)
                : String.format(
                        Locale.ROOT,
                        "the mean of %s is %.2f higher than that of %s",
                        better,
                        Math.abs(difference),
                        other);
        String test = pairs == 1
                ? "Welch's t-test, p %s".formatted(probability())
                : "Welch's t-test, p %s after correction for %s pairs".formatted(probability(), pairs);
        return isShown()
                ? "%s is better than %s: %s (%s).".formatted(better, other, by, test)
                : "The scores do not show which is better: %s (%s).".formatted(by, test);
    }

    private static String range(String name, Scores scores) {
        int runs = scores.fewestRuns();
        return runs == 1 && scores.min() == scores.max()
                ? String.format(Locale.ROOT, "%s has one score, %.2f", name, scores.min())
                : String.format(Locale.ROOT, "%s ranges from %.2f to %.2f", name, scores.min(), scores.max());
    }

    private String probability() {
        return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "= %.3f", p);
    }
}
