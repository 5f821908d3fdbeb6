package slmlab.metric;

import java.util.Arrays;
import java.util.List;

/// Arithmetic on columns as pandas does it: NaNs are skipped.
public final class Series {
    /// Number of rows in the moving average of SLM-Lab's metrics.
    public static final int WINDOW = 100;

    private Series() {}

    static double sum(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).sum();
    }

    /// Return the mean; NaN if there is nothing to average.
    public static double mean(double[] values) {
        return Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .average()
                .orElse(Double.NaN);
    }

    public static double max(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).max().orElse(Double.NaN);
    }

    public static double last(double[] values) {
        return values.length == 0 ? Double.NaN : values[values.length - 1];
    }

    /// Return the sample standard deviation, with n − 1; NaN for fewer than two numbers.
    public static double std(double[] values) {
        double mean = mean(values);
        double[] squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .toArray();
        long n = Arrays.stream(squares).filter(value -> !Double.isNaN(value)).count();
        return n < 2 ? Double.NaN : Math.sqrt(sum(squares) / (n - 1));
    }

    /// Return the cumulative sum; NaN in a row that is NaN.
    static double[] cumulativeSum(double[] values) {
        double[] sums = new double[values.length];
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += Double.isNaN(values[i]) ? 0 : values[i];
            sums[i] = Double.isNaN(values[i]) ? Double.NaN : sum;
        }
        return sums;
    }

    /// Return in each row the mean of the last `window` rows, or of as many as there are.
    public static double[] movingAverage(double[] values, int window) {
        double[] means = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            means[i] = mean(Arrays.copyOfRange(values, Math.max(0, i + 1 - window), i + 1));
        }
        return means;
    }

    /// Return row i of each series, up to the end of the shortest: [rows, series].
    public static double[][] rows(List<double[]> series) {
        int size = series.stream().mapToInt(values -> values.length).min().orElse(0);
        double[][] rows = new double[size][series.size()];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                rows[i][j] = series.get(j)[i];
            }
        }
        return rows;
    }
}
