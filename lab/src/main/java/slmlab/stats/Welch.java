package slmlab.stats;

/// Welch's t-test of two means, which may have different variances.
///
/// @param difference of the first mean and the second
/// @param p probability of a difference at least as large between equal means
record Welch(double difference, double p) {

    /// @param a at least two runs in each task
    /// @param b has as many tasks, in the same order
    static Welch of(Scores a, Scores b) {
        double difference = Statistic.MEAN.of(a) - Statistic.MEAN.of(b);
        if (difference == 0) {
            return new Welch(0, 1);
        }
        double error = Math.hypot(a.standardError(), b.standardError());
        // Welch and Satterthwaite: (Σ uᵢ)² / Σ(uᵢ² / νᵢ), where uᵢ is a squared standard error
        double freedom = Math.pow(error, 4) / (share(a) + share(b));
        return new Welch(difference, error == 0 ? 0 : StudentT.twoSided(difference / error, freedom));
    }

    private static double share(Scores scores) {
        double error = scores.standardError();
        return error == 0 ? 0 : Math.pow(error, 4) / scores.freedom();
    }
}
