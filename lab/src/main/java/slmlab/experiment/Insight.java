package slmlab.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;

/// What a trained agent thinks of an observation: how likely each action is, and what the future is worth. It follows
/// one env, from the start of an episode to its end.
public final class Insight implements AutoCloseable {
    private static final List<String> SHOWN = List.of("probabilities", "logits", "mean", "std", "value");
    private static final String STATE = ".state";
    private static final String EXPLORE_VAR = "explore_var";

    private final Program program;

    private Insight(Program program) {
        this.program = program;
    }

    /// Return null for an algorithm that does not say what acting computes.
    static @Nullable Insight of(Algorithm algorithm) {
        boolean[] traced = new boolean[1];
        Graph graph = Graph.trace(trace -> traced[0] = algorithm.traceActing(trace, 1));
        List<String> outputs = graph.outputs().keySet().stream()
                .filter(name -> SHOWN.contains(name) || name.endsWith(STATE))
                .toList();
        if (!traced[0] || outputs.isEmpty()) {
            return null;
        }
        Program program = graph.only(outputs).program();
        if (program.inputs().containsKey(EXPLORE_VAR)) {
            program.set(EXPLORE_VAR, PolicyHeader.exploreVar(algorithm));
        }
        return new Insight(program);
    }

    /// Look at the observation of env 0, the only one.
    void see(Step step) {
        put("obs", step.obs());
        if (step.actionMask() != null) {
            put("mask", step.actionMask());
        }
        program.run();
        program.outputs().forEach((name, state) -> {
            if (name.endsWith(STATE)) {
                put(name, state);
            }
        });
    }

    private void put(String input, Array from) {
        @Nullable Array to = program.inputs().get(input);
        if (to != null) {
            to.copyFrom(from);
        }
    }

    /// Return the probabilities of discrete actions; null where the policy has none.
    public float @Nullable [] probabilities() {
        return output("probabilities");
    }

    /// Return the net's outputs for discrete actions: logits, or action values; null for continuous actions.
    public float @Nullable [] logits() {
        return output("logits");
    }

    /// Return the standard deviations of continuous actions; null where the policy has none.
    public float @Nullable [] std() {
        return output("std");
    }

    /// Return the value of the observation; NaN where the algorithm learns none.
    public float value() {
        float @Nullable [] value = output("value");
        return value == null ? Float.NaN : value[0];
    }

    private float @Nullable [] output(String name) {
        @Nullable Array output = program.outputs().get(name);
        return output == null ? null : output.floats().clone();
    }

    @Override
    public void close() {
        program.close();
    }
}
