package slmlab.stats;

import java.util.Arrays;

/// Performance profile: for each threshold the share of runs that score above it, as a mean over tasks. It describes
/// the runs that there are; it has no interval, since a share of few runs has none that is both narrow and true.
///
/// @param thresholds ascending
/// @param shares from 1 down to 0
public record PerformanceProfile(double[] thresholds, double[] shares) {

    public static PerformanceProfile of(Scores scores, double[] thresholds) {
        return new PerformanceProfile(
                thresholds.clone(),
                Arrays.stream(thresholds)
                        .map(threshold -> above(scores, threshold))
                        .toArray());
    }

    private static double above(Scores scores, double threshold) {
        double sum = 0;
        for (int task = 0; task < scores.tasks(); task++) {
            double[] runs = scores.runs(task);
            sum += (double) Arrays.stream(runs)
                            .filter(score -> score > threshold)
                            .count()
                    / runs.length;
        }
        return sum / scores.tasks();
    }
}
