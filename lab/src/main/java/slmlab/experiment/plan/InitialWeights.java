package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.experiment.plan.AuditResult.Weight;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Shape;
import slmlab.tensor.State;
import slmlab.tensor.Variable;

/// The weights of an agent as they were at first, to compare with what updates make of them.
final class InitialWeights {
    private static final String TARGET = "target_";
    private static final List<String> STATISTICS = List.of(".running_mean", ".running_var", ".step");
    /// Averages of gradients, or of their squares, by the optimizers' names for them.
    private static final List<String> AVERAGES = List.of("exp_avg", "square_avg", "momentum_buffer");
    private static final int ROWS = 2; // tells the axis of rows from the others

    private final Algorithm agent;
    private final Map<String, Shape> layers;
    private final Map<Variable, float[]> before = new LinkedHashMap<>();
    private long copies;

    InitialWeights(Algorithm agent) {
        this.agent = agent;
        this.layers = Graph.trace(trace -> agent.traceActing(trace, ROWS)).layers();
        for (Variable variable : agent.variables().all()) {
            if (variable.name().startsWith(TARGET)) {
                copies += variable.shape().volume();
            } else if (STATISTICS.stream().noneMatch(variable.name()::endsWith)) {
                before.put(variable, variable.array().floats().clone());
            }
        }
    }

    /// Return how many numbers are copies of others.
    long copies() {
        return copies;
    }

    /// Return whether each has had a gradient and has changed.
    boolean allMoved() {
        return rows().stream().allMatch(row -> row.still() < 1 && row.change() > 0);
    }

    List<Weight> rows() {
        State state = new State();
        agent.save(state);
        List<Weight> rows = new ArrayList<>();
        before.forEach((variable, old) -> rows.add(row(variable, old, average(state, variable))));
        return rows;
    }

    private Weight row(Variable variable, float[] old, float @Nullable [] average) {
        float[] now = variable.array().floats();
        double change = 0;
        double gradient = average == null ? Double.NaN : 0;
        int still = 0;
        for (int i = 0; i < now.length; i++) {
            double moved = Math.abs((double) now[i] - old[i]);
            change = Double.isNaN(moved) ? Double.NaN : Math.max(change, moved); // max keeps a NaN
            gradient = average == null ? gradient : Math.max(gradient, Math.abs(average[i]));
            boolean isStill = average == null ? moved == 0 : average[i] == 0;
            still += isStill ? 1 : 0;
        }
        return new Weight(
                variable.name(), saved(variable), gives(variable), gradient, (double) still / now.length, change);
    }

    private static List<Integer> saved(Variable variable) {
        return variable.savedOrder().stream()
                .map(axis -> variable.shape().dim(axis))
                .toList();
    }

    private @Nullable List<Integer> gives(Variable variable) {
        Shape shape = layers.get(variable.name());
        return shape == null || shape.rank() < 2 || shape.dim(0) != ROWS
                ? null
                : Arrays.stream(shape.dims()).skip(1).boxed().toList();
    }

    /// Return the optimizer's average of a gradient; null if it keeps none.
    private static float @Nullable [] average(State state, Variable variable) {
        for (String average : AVERAGES) {
            String end = "." + variable.name() + "." + average;
            for (Map.Entry<String, Array> entry : state.arrays().entrySet()) {
                if (entry.getKey().endsWith(end)) {
                    return entry.getValue().floats();
                }
            }
        }
        return null;
    }
}
