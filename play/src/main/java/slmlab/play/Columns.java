package slmlab.play;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;

/// The inputs and outputs of a batch; null where the policy has no such thing.
final class Columns {
    static final String STATE = ".state"; // ends the names of recurrent states

    final @Nullable Column mask;
    final Column action;
    final @Nullable Column logits;
    final @Nullable Column probabilities;
    final @Nullable Column mean;
    final @Nullable Column std;
    final @Nullable Column value;
    private final Column[] before; // the recurrent states that the last act began with
    private final Column[] after; // and ended with
    private final Column[] all;

    /// @param one the graph of one row
    /// @param action name of the output that is the action
    Columns(Graph one, String action) {
        this.mask = column("mask", one.inputs().get("mask"));
        this.action = required(action, one.outputs().get(action));
        this.logits = column("logits", one.outputs().get("logits"));
        this.probabilities = column("probabilities", one.outputs().get("probabilities"));
        this.mean = column("mean", one.outputs().get("mean"));
        this.std = column("std", one.outputs().get("std"));
        this.value = column("value", one.outputs().get("value"));
        this.before = states(one);
        this.after = states(one);
        List<Column> every = new ArrayList<>(Arrays.asList(before));
        every.addAll(acting());
        Stream.of(mask, value).filter(column -> column != null).forEach(every::add);
        this.all = every.toArray(Column[]::new);
    }

    private static Column[] states(Graph one) {
        return one.outputs().entrySet().stream()
                .filter(output -> output.getKey().endsWith(STATE))
                .map(output -> required(output.getKey(), output.getValue()))
                .toArray(Column[]::new);
    }

    private static Column required(String name, @Nullable Tensor tensor) {
        Column column = column(name, tensor);
        if (column == null) {
            throw new IllegalArgumentException("the graph has no output %s".formatted(name));
        }
        return column;
    }

    private static @Nullable Column column(String name, @Nullable Tensor tensor) {
        return tensor == null
                ? null
                : new Column(name, tensor.dtype(), tensor.shape().volume());
    }

    /// Return what a graph may read.
    List<Column> inputs(Column obs) {
        List<Column> inputs = new ArrayList<>(Arrays.asList(before));
        inputs.add(obs);
        if (mask != null) {
            inputs.add(mask);
        }
        return inputs;
    }

    /// Return what every act computes.
    List<Column> acting() {
        List<Column> outputs = new ArrayList<>(Arrays.asList(after));
        outputs.add(action);
        Stream.of(logits, probabilities, mean, std)
                .filter(column -> column != null)
                .forEach(outputs::add);
        return outputs;
    }

    void rows(int rows) {
        for (Column column : all) {
            column.rows(rows);
        }
    }

    /// Begin a step with the states that the last one ended with.
    void advance() {
        for (int i = 0; i < before.length; i++) {
            float[] to = before[i].floats();
            System.arraycopy(after[i].floats(), 0, to, 0, to.length);
        }
    }

    /// Return a copy of the states of a row.
    float[][] states(int row) {
        float[][] states = new float[after.length][];
        for (int i = 0; i < states.length; i++) {
            int width = after[i].width;
            states[i] = Arrays.copyOfRange(after[i].floats(), row * width, (row + 1) * width);
        }
        return states;
    }

    /// Give a row the states of another.
    void states(int row, float[][] states) {
        for (int i = 0; i < states.length; i++) {
            System.arraycopy(states[i], 0, after[i].floats(), row * after[i].width, after[i].width);
        }
    }

    /// Forget the past of rows.
    void forget(int from, int to) {
        for (Column state : after) {
            int length = state.floats().length;
            Arrays.fill(state.floats(), Math.min(length, from * state.width), Math.min(length, to * state.width), 0);
        }
    }
}
