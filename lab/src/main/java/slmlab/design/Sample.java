package slmlab.design;

import java.io.UncheckedIOException;
import java.util.Optional;
import slmlab.run.Table;

/// Numbers beside a design: a CSV file with a line of column names.
public final class Sample {
    private Sample() {}

    /// Read the file that a key names; empty, with a finding, where it cannot be read.
    public static Optional<Table> read(DesignSection design, String key, Findings found) {
        return design.file(key).flatMap(file -> {
            try {
                return Optional.of(Table.read(file));
            } catch (IllegalArgumentException | UncheckedIOException e) {
                found.add(Code.F07, design.at(key), String.valueOf(e.getMessage()), "name a CSV file beside this one");
                return Optional.empty();
            }
        });
    }

    public static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    public static double variance(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return sum / values.length;
    }

    /// Return Pearson's correlation; NaN where one is constant.
    public static double correlation(double[] a, double[] b) {
        double meanA = mean(a);
        double meanB = mean(b);
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - meanA) * (b[i] - meanB);
        }
        return sum / a.length / Math.sqrt(variance(a) * variance(b));
    }
}
