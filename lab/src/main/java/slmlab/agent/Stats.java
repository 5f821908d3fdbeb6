package slmlab.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.State;

/// Metrics and their numbers: means over what was added since the last [#clear]. Nothing is allocated once every
/// metric is known.
public final class Stats implements Savable {
    private final List<Metric> metrics = new ArrayList<>();
    private double[] sums = new double[8];
    private int[] counts = new int[8];

    /// Known metrics from the start, in this order.
    public Stats(Metric... known) {
        for (Metric metric : known) {
            include(metric);
        }
    }

    /// Know a metric, before its first number.
    public void include(Metric metric) {
        if (metrics.contains(metric)) {
            return;
        }
        metrics.add(metric);
        if (metrics.size() > sums.length) {
            sums = Arrays.copyOf(sums, 2 * sums.length);
            counts = Arrays.copyOf(counts, 2 * counts.length);
        }
    }

    public void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(counts, 0);
    }

    public void add(Metric metric, double value) {
        int i = metrics.indexOf(metric);
        if (i < 0) {
            i = metrics.size();
            include(metric);
        }
        sums[i] += value;
        counts[i]++;
    }

    /// Add the known metrics that a program outputs by their names.
    public void add(Program program) {
        for (int i = 0; i < metrics.size(); i++) { // an iterator would be allocated at every update
            @Nullable Array output = program.outputs().get(metrics.get(i).name());
            if (output != null) {
                sums[i] += output.item();
                counts[i]++;
            }
        }
    }

    /// Show the means in a row, all but the loss: a session writes it among SLM-Lab's columns.
    public void show(Stats row) {
        for (Metric metric : metrics) {
            if (!metric.equals(Metrics.LOSS)) {
                row.add(metric, mean(metric));
            }
        }
    }

    @Override
    public void save(State to) {
        for (int i = 0; i < metrics.size(); i++) {
            to.put(metrics.get(i).name() + ".sum", sums[i]);
            to.put(metrics.get(i).name() + ".count", (long) counts[i]);
        }
    }

    @Override
    public void load(State from) {
        for (int i = 0; i < metrics.size(); i++) {
            String name = metrics.get(i).name();
            sums[i] = from.number(name + ".sum");
            counts[i] = (int) from.whole(name + ".count");
        }
    }

    /// All metrics ever added, in the order they first came.
    public List<Metric> metrics() {
        return metrics;
    }

    /// The mean of what was added of a metric; NaN if nothing was.
    public double mean(Metric metric) {
        int i = metrics.indexOf(metric);
        return i < 0 || counts[i] == 0 ? Double.NaN : sums[i] / counts[i];
    }
}
