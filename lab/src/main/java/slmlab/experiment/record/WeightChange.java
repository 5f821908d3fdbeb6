package slmlab.experiment.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// How far the weights have moved since the last row, which tells whether every part of a net learns. It costs one
/// pass over the weights for each row.
final class WeightChange {
    private static final List<Metric> COLUMNS = List.of(Metrics.PARAM_CHANGE, Metrics.LEAST_CHANGE, Metrics.IDLE_UNITS);
    private static final String TARGET = "target_";
    private static final double IDLE = 1e-3; // of the median movement in its layer
    private static final int SETTLED = 50; // updates after which an optimizer's momentum has died away

    /// A variable that learns, as it was at the last row, and the copy of it in a target network.
    private record Part(
            Variable variable, float[] before, @Nullable Variable target) {

        boolean isMatrix() {
            return variable.shape().rank() > 1;
        }

        /// Whether it is the bias of a hidden layer: one number a unit.
        boolean isUnits() {
            return variable.name().endsWith(".bias") && !variable.name().contains(".tails.");
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private long optStep;

    WeightChange(Variables variables) {
        List<String> names = variables.all().stream().map(Variable::name).toList();
        for (Variable variable : variables.all()) {
            if (!variable.name().startsWith(TARGET)) {
                String target = TARGET + variable.name();
                parts.add(new Part(
                        variable,
                        variable.array().floats().clone(),
                        names.contains(target) ? variables.get(target) : null));
            }
        }
    }

    /// Return the numbers; that of the target networks only where there are some.
    List<Metric> columns() {
        List<Metric> columns = new ArrayList<>(COLUMNS);
        if (parts.stream().anyMatch(part -> part.target != null)) {
            columns.add(Metrics.TARGET_DISTANCE);
        }
        return columns;
    }

    /// Put the numbers into a row, from a place on, and start again from the weights as they are. NaN where
    /// there was no update, or no such part.
    ///
    /// @param isOdd whether the row may be dropped again: then the next one is still measured from the last
    void measure(long step, double[] row, int at, boolean isOdd) {
        int count = columns().size();
        Arrays.fill(row, at, at + count, Double.NaN);
        if (step > optStep) {
            changes(row, at);
            row[at + 2] = step - optStep < SETTLED ? Double.NaN : idle();
            if (count > COLUMNS.size()) {
                row[at + count - 1] = distance();
            }
        }
        if (!isOdd) {
            optStep = step;
            parts.forEach(
                    part -> System.arraycopy(part.variable.array().floats(), 0, part.before, 0, part.before.length));
        }
    }

    private void changes(double[] row, int at) {
        double moved = 0;
        double size = 0;
        double least = Double.NaN;
        for (Part part : parts) {
            double partMoved = squares(part.variable.array().floats(), part.before);
            double partSize = squares(part.before, null);
            moved += partMoved;
            size += partSize;
            if (part.isMatrix() && partSize > 0) {
                double change = Math.sqrt(partMoved / partSize);
                least = Double.isNaN(least) ? change : Math.min(least, change);
            }
        }
        row[at] = Math.sqrt(moved / size);
        row[at + 1] = least;
    }

    private static double squares(float[] values, float @Nullable [] minus) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            double value = minus == null ? values[i] : (double) values[i] - minus[i];
            sum += value * value;
        }
        return sum;
    }

    /// Return the share of hidden units whose bias has all but stopped while others of its layer move.
    private double idle() {
        long units = 0;
        long idle = 0;
        for (Part part : parts) {
            if (part.isUnits()) {
                double[] moved = new double[part.before.length];
                for (int i = 0; i < moved.length; i++) {
                    moved[i] = Math.abs((double) part.variable.array().floats()[i] - part.before[i]);
                }
                double[] sorted = moved.clone();
                Arrays.sort(sorted);
                double most = sorted[sorted.length - 1];
                double typical = sorted[sorted.length / 2];
                double limit = IDLE * (typical > 0 ? typical : most);
                units += moved.length;
                idle += Arrays.stream(moved).filter(each -> each <= limit).count();
            }
        }
        return units == 0 ? Double.NaN : (double) idle / units;
    }

    private double distance() {
        double apart = 0;
        double size = 0;
        for (Part part : parts) {
            if (part.target != null) {
                apart += squares(
                        part.variable.array().floats(), part.target.array().floats());
                size += squares(part.variable.array().floats(), null);
            }
        }
        return size == 0 ? Double.NaN : Math.sqrt(apart / size);
    }

    void save(State to) {
        to.put("opt_step", optStep);
        parts.forEach(part -> to.put(part.variable.name(), array(part)));
    }

    void load(State from) {
        optStep = from.whole("opt_step");
        parts.forEach(part -> array(part).copyFrom(from.array(part.variable.name())));
    }

    private static Array array(Part part) {
        return Array.of(Shape.of(part.before.length), part.before);
    }
}
