package slmlab.judge.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;

/// What one session has logged, beside its spec.
public final class Evidence {
    private static final double END = 0.2; // of the rows: those that show how the session ends
    private static final double START = 0.1;
    private static final double LEARNED = 0.25; // of the size of its returns
    private static final List<Metric> UPDATES = List.of(Metrics.LOSS, Metrics.GRAD_NORM, Metrics.PARAM_CHANGE);

    private final Map<String, String> spec;
    private final Function<String, double[]> columns;
    private final String failure;
    private final double random;

    /// @param spec its keys by path, as in [slmlab.run.RunSpec]
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

    /// Return the number of rows from which something can be judged: with a return, and with a number of an update.
    int rows() {
        double[] returns = column(Metrics.MEAN_RETURN);
        int count = 0;
        for (int row = 0; row < returns.length; row++) {
            int at = row;
            count += Double.isFinite(returns[row])
                            && UPDATES.stream().map(this::column).anyMatch(each -> isNumber(each, at))
                    ? 1
                    : 0;
        }
        return count;
    }

    private static boolean isNumber(double[] column, int row) {
        return row < column.length && !Double.isNaN(column[row]);
    }

    /// Whether there is a spec that names an algorithm.
    boolean hasSpec() {
        return has("agent.algorithm.name");
    }

    /// Return a column. Runs of SLM-Lab have no `mean_return`; `total_reward` stands for it.
    double[] column(Metric metric) {
        double[] column = columns.apply(metric.name());
        return column.length == 0 && metric.equals(Metrics.MEAN_RETURN)
                ? columns.apply(Metrics.TOTAL_REWARD.name())
                : column;
    }

    /// Return a key of the spec, and a fallback where it is absent or no number.
    double number(String path, double otherwise) {
        try {
            return Double.parseDouble(spec.getOrDefault(path, ""));
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }

    /// Return a key of the spec as text; empty where it is absent.
    String text(String path) {
        return spec.getOrDefault(path, "");
    }

    boolean has(String path) {
        return !text(path).isEmpty() && !text(path).equals("null");
    }

    /// Return every learning rate of the spec by its path.
    Map<String, Double> learningRates() {
        Map<String, Double> rates = new TreeMap<>();
        for (String optimizer : List.of("optim_spec", "actor_optim_spec", "critic_optim_spec")) {
            String path = "agent.net.%s.lr".formatted(optimizer);
            if (has(path)) {
                rates.put(path, number(path, Double.NaN));
            }
        }
        return rates;
    }

    /// Return the numbers of the last rows, without those that are missing.
    double[] end(Metric metric) {
        double[] all = column(metric);
        return known(Arrays.stream(all).skip(all.length - share(all.length, END)));
    }

    /// Return the numbers of the rows up to a share of them.
    double[] until(Metric metric, double share) {
        double[] all = column(metric);
        return known(Arrays.stream(all).limit(share(all.length, share)));
    }

    /// Return the rank correlation of a column with time (Kendall's τ-b): 1 if it only rises, -1 if it only falls,
    /// 0 if it stays the same. Equal numbers count for neither.
    double trend(Metric metric) {
        double[] values = until(metric, 1);
        double sum = 0;
        double different = 0;
        double pairs = values.length * (values.length - 1) / 2.0;
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < i; j++) {
                sum += Math.signum(values[i] - values[j]);
                different += values[i] == values[j] ? 0 : 1;
            }
        }
        return different == 0 ? 0 : sum / Math.sqrt(pairs * different);
    }

    private static int share(int rows, double share) {
        return Math.min(rows, Math.max(1, (int) Math.ceil(rows * share)));
    }

    private static double[] known(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).toArray();
    }

    /// Return the median of the last rows; NaN where there is no number.
    double last(Metric metric) {
        return median(end(metric));
    }

    double first(Metric metric) {
        return median(until(metric, START));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    double best() {
        return Arrays.stream(column(Metrics.MEAN_RETURN))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /// Return what counts as a difference between two returns of this run.
    double margin() {
        return LEARNED * Math.max(Math.abs(first(Metrics.MEAN_RETURN)), Math.abs(last(Metrics.MEAN_RETURN)));
    }

    /// Whether all returns are equal: the agent has seen nothing yet that it could learn to prefer.
    boolean isWithoutSignal() {
        double[] returns = until(Metrics.MEAN_RETURN, 1);
        return Arrays.stream(returns).distinct().count() == 1;
    }

    /// Whether the session ends clearly better than it began.
    boolean hasLearned() {
        return last(Metrics.MEAN_RETURN) - first(Metrics.MEAN_RETURN) > margin();
    }
}
