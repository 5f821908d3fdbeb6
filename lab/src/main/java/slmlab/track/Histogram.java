package slmlab.track;

import java.util.Arrays;

/// How values are distributed, over 30 buckets of equal width.
///
/// @param limits upper end of each bucket
/// @param buckets how many values are in each
public record Histogram(
        double min, double max, double count, double sum, double squares, double[] limits, double[] buckets) {
    private static final int BUCKETS = 30;

    /// @param values at least one, all finite
    public static Histogram of(float[] values) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        double sum = 0;
        double squares = 0;
        for (float value : values) {
            min = Math.min(min, value);
            max = Math.max(max, value);
            sum += value;
            squares += (double) value * value;
        }
        double low = min;
        double width = Math.max(max - min, Double.MIN_NORMAL) / BUCKETS;
        double[] limits = new double[BUCKETS];
        Arrays.setAll(limits, i -> low + width * (i + 1));
        double[] buckets = new double[BUCKETS];
        for (float value : values) {
            buckets[Math.min(BUCKETS - 1, (int) ((value - low) / width))]++;
        }
        return new Histogram(min, max, values.length, sum, squares, limits, buckets);
    }
}
