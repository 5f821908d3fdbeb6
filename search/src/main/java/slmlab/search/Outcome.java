package slmlab.search;

/// How a trial ended.
///
/// @param number of the trial, from 0
/// @param point its coordinates in the space
/// @param score to be large; NaN if it failed
public record Outcome(int number, double[] point, double score) {

    /// Return the score, and the worst of all where there is none.
    double rank() {
        return Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score;
    }
}
