package slmlab.judge.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/// What one session has logged, beside its spec.
public final class Evidence {
    private static final double END = 0.2; // of the rows: those that show how the session ends
    private static final double START = 0.1;
    private static final double LEARNED = 0.25; // of the size of its returns
    private static final List<String> UPDATES = List.of("loss", "grad_norm", "param_change");

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

    /// Return the number of rows from which something can be judged: with a return, and with a number of an update.
    int rows() {
        double[] returns = column("mean_return");
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
    double[] end(String name) {
        double[] all = column(name);
        return known(Arrays.stream(all).skip(all.length - share(all.length, END)));
    }

    /// Return the numbers of the rows up to a share of them.
    double[] until(String name, double share) {
        double[] all = column(name);
        return known(Arrays.stream(all).limit(share(all.length, share)));
    }

    /// Return the first numbers of a column, in the order of time.
    double[] firstKnown(String name, int count) {
        return known(Arrays.stream(column(name))
                .filter(value -> !Double.isNaN(value))
                .limit(count));
    }

    /// Return the rank correlation of a column with time (Kendall's τ-b): 1 if it only rises, -1 if it only falls,
    /// 0 if it
    /// stays the same. Equal numbers count for neither.
    double trend(String name) {
        double[] values = until(name, 1);
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

    /// Whether all returns are equal: the agent has seen nothing yet that it could learn to prefer.
    boolean isWithoutSignal() {
        double[] returns = until("mean_return", 1);
        return Arrays.stream(returns).distinct().count() == 1;
    }

    /// Whether the session ends clearly better than it began.
    boolean hasLearned() {
        return last("mean_return") - first("mean_return") > margin();
    }
}
