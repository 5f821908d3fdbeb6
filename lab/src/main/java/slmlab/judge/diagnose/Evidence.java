package slmlab.judge.diagnose;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/// What one session has logged, beside its spec.
public final class Evidence {
    private static final double END = 0.2; // of the rows: those that show how the session ends
    private static final double START = 0.1;
    private static final double LEARNED = 0.25; // of the size of its returns

    private final Map<String, String> spec;
    private final Function<String, double[]> columns;
    private final String failure;
    private final double random;

    /// @param spec its keys by path, as in [slmlab.report.RunSpec]
    /// @param columns numbers by name, a row each; empty for a column that it does not have
    /// @param failure why the run failed; empty if it did not
    /// @param random return of random actions in its env; NaN where it is not known
    public Evidence(Map<String, String> spec, Function<String, double[]> columns, String failure, double random) {
        this.spec = spec;
        this.columns = columns;
        this.failure = failure;
        this.random = random;
    }

    String failure() {
        return failure;
    }

    double random() {
        return random;
    }

    /// Return the number of rows.
    int rows() {
        return column("frame").length;
    }

    /// Return a column. Runs of older versions have no `mean_return`; SLM-Lab's `total_reward` stands for it.
    double[] column(String name) {
        double[] column = columns.apply(name);
        return column.length == 0 && name.equals("mean_return") ? columns.apply("total_reward") : column;
    }

    /// Return a key of the spec, and a fallback where it is absent or no number.
    double number(String path, double otherwise) {
        try {
            return Double.parseDouble(spec.getOrDefault(path, ""));
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }

    boolean has(String path) {
        return spec.containsKey(path);
    }

    /// Return the numbers of the last rows, without those that are missing.
    double[] end(String name) {
        double[] all = column(name);
        return known(Arrays.stream(all).skip(all.length - share(all.length, END)));
    }

    /// Return the numbers of the rows up to a share of them.
    double[] until(String name, double share) {
        double[] all = column(name);
        return known(Arrays.stream(all).limit(share(all.length, share)));
    }

    private static int share(int rows, double share) {
        return Math.min(rows, Math.max(1, (int) Math.ceil(rows * share)));
    }

    private static double[] known(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).toArray();
    }

    /// Return the median of the last rows; NaN where there is no number.
    double last(String name) {
        return median(end(name));
    }

    double first(String name) {
        return median(until(name, START));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    double best() {
        return Arrays.stream(column("mean_return"))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /// Return what counts as a difference between two returns of this run.
    double margin() {
        return LEARNED * Math.max(Math.abs(first("mean_return")), Math.abs(last("mean_return")));
    }

    /// Whether the session ends clearly better than it began.
    boolean hasLearned() {
        return last("mean_return") - first("mean_return") > margin();
    }
}
