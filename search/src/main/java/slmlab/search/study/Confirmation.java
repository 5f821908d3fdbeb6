package slmlab.search.study;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A trial that was trained again on seeds that no trial of the study used.
///
/// @param trial its number
/// @param seed of the run; its sessions derive theirs from it
/// @param scores mean return of each session at its end; empty if it failed
/// @param error what it failed of; null if it did not
public record Confirmation(
        int trial, long seed, List<Double> scores, @Nullable String error) {

    /// Return the mean over the sessions, NaN if there are none.
    public double mean() {
        return scores.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /// Return it in words: `mean 470.12 (430.00 to 500.00) over 4 fresh seeds`.
    public String inWords() {
        return error != null
                ? "failed on fresh seeds: " + error
                : String.format(
                        Locale.ROOT,
                        "mean %.2f (%.2f to %.2f) over %d fresh seeds",
                        mean(),
                        scores.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                        scores.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN),
                        scores.size());
    }
}
