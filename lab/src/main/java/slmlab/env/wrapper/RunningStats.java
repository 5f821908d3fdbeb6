package slmlab.env.wrapper;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.env.Rows;
import slmlab.tensor.State;

/// Running mean and variance of each column over all rows seen so far (Welford 1962).
///
/// Starts as Gymnasium's `RunningMeanStd`: mean 0 and variance 1, with the weight of 1/10,000 of a row. That
/// one merges whole batches, which gives the same values up to rounding.
public final class RunningStats {
    private static final double FIRST_WEIGHT = 1e-4;

    private final double[] mean;
    private final double[] squares; // sums of squared distances to the mean
    private double count = FIRST_WEIGHT;

    public RunningStats(int size) {
        mean = new double[size];
        squares = new double[size];
        Arrays.fill(squares, FIRST_WEIGHT);
    }

    /// Return the number of columns.
    public int size() {
        return mean.length;
    }

    public double mean(int i) {
        return mean[i];
    }

    public double variance(int i) {
        return squares[i] / count;
    }

    /// Set mean and variance, as if of one row: for statistics that stay fixed.
    public void assume(float[] means, float[] variances) {
        assume(means, variances, 1);
    }

    /// Set mean and variance, as if of so many rows: for statistics that continue.
    public void assume(float[] means, float[] variances, double rows) {
        count = rows;
        for (int i = 0; i < mean.length; i++) {
            mean[i] = means[i];
            squares[i] = variances[i] * rows;
        }
    }

    /// Copy the statistics of another one of the same size.
    void copyFrom(RunningStats other) {
        count = other.count;
        System.arraycopy(other.mean, 0, mean, 0, mean.length);
        System.arraycopy(other.squares, 0, squares, 0, squares.length);
    }

    /// Add a row that begins at `from`.
    void add(float[] values, int from) {
        count++;
        double share = 1 / count;
        for (int i = 0; i < mean.length; i++) {
            add(i, values[from + i], share);
        }
    }

    /// Add a row of one value.
    void add(double value) {
        count++;
        add(0, value, 1 / count);
    }

    private void add(int i, double value, double share) {
        double before = value - mean[i];
        mean[i] += before * share;
        squares[i] += before * (value - mean[i]);
    }

    /// Return the first value that is not a valid statistic, by its index; null if there is none.
    @Nullable
    String problem() {
        for (int i = 0; i < mean.length; i++) {
            if (!Double.isFinite(mean[i])) {
                return "mean[%s] is %s".formatted(i, mean[i]);
            }
            double variance = variance(i);
            if (!Double.isFinite(variance) || variance < 0) {
                return "variance[%s] is %s".formatted(i, variance);
            }
        }
        return null;
    }

    void save(State to) {
        to.put("count", count);
        to.put("mean", Rows.ofDoubles(mean));
        to.put("squares", Rows.ofDoubles(squares));
    }

    void load(State from) {
        count = from.number("count");
        Rows.doubles(from.array("mean"), mean);
        Rows.doubles(from.array("squares"), squares);
    }
}
