package slmlab.stats;

import java.util.Locale;

/// What the scores of two say about which is better, in a sentence.
///
/// @param probability that a run of the first beats a run of the second
/// @param interval of that probability
/// @param runs of the one that has fewer
public record Verdict(double probability, Interval interval, int runs) {
    /// From so many runs on, an interval is taken at its word.
    private static final int ENOUGH = 10;

    /// With fewer runs even a clean win may be luck.
    private static final int FEW = 4;

    public static Verdict of(Scores a, Scores b, Bootstrap bootstrap) {
        return new Verdict(
                Improvement.of(a, b),
                bootstrap.interval(a, b, Improvement::of),
                Math.min(a.fewestRuns(), b.fewestRuns()));
    }

    /// Return the sentence.
    public String words(String a, String b) {
        boolean first = probability >= 0.5;
        double chance = first ? probability : 1 - probability;
        double low = first ? interval.low() : 1 - interval.high();
        double high = first ? interval.high() : 1 - interval.low();
        String better = first ? a : b;
        String other = first ? b : a;
        String numbers = String.format(Locale.ROOT, "%.2f (95 %% interval %.2f to %.2f)", chance, low, high);
        String sessions = runs == 1 ? "one session is" : runs + " sessions are";
        if (runs < FEW && probability == 0.5) {
            return "%s and %s win equally often; %s too few to say more.".formatted(a, b, sessions);
        }
        if (runs < FEW) {
            return "%s is better than %s with probability %s; %s too few to say more."
                    .formatted(better, other, numbers, sessions);
        }
        if (low <= 0.5) {
            return "The scores do not show which is better: %s beats %s with probability %s."
                    .formatted(better, other, numbers);
        }
        String care = runs < ENOUGH ? "; with %s sessions the interval is too narrow".formatted(runs) : "";
        return "%s is better than %s: it wins with probability %s%s.".formatted(better, other, numbers, care);
    }
}
