package slmlab.stats;

import java.util.Arrays;

/// Performance profile: for each threshold the share of runs that score above it, as a mean over tasks.
///
/// @param thresholds ascending
/// @param shares from 1 down to 0
/// @param bands of each share, 95 %
public record Profile(double[] thresholds, double[] shares, Interval[] bands) {

    public static Profile of(Scores scores, double[] thresholds, Bootstrap bootstrap) {
        double[] shares = new double[thresholds.length];
        Interval[] bands = new Interval[thresholds.length];
        Arrays.setAll(shares, i -> above(scores, thresholds[i]));
        Arrays.setAll(bands, i -> bootstrap.interval(scores, drawn -> above(drawn, thresholds[i])));
        return new Profile(thresholds.clone(), shares, bands);
    }

    private static double above(Scores scores, double threshold) {
        double sum = 0;
        for (int task = 0; task < scores.tasks(); task++) {
            double[] runs = scores.runs(task);
            int count = 0;
            for (double score : runs) {
                if (score > threshold) {
                    count++;
                }
            }
            sum += (double) count / runs.length;
        }
        return sum / scores.tasks();
    }
}
