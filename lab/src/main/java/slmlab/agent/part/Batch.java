package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.net.ForwardPass;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// What a loss is traced from: the rows of a memory as inputs of a program.
///
/// @param obs [rows, …]
/// @param action `[rows]` or [rows, n]; of a rollout, as drawn: before it was squashed
/// @param mask [rows, actions], 1 where an action can be taken; null where all can
/// @param weight `[rows]`, how much a row counts in a mean; null where all count alike
public record Batch(
        Trace trace,
        ForwardPass pass,
        int rows,
        Tensor obs,
        Tensor action,
        @Nullable Tensor mask,
        @Nullable Tensor weight) {

    /// @param windows how many windows of `steps` rows
    /// @param weighted whether some rows only fill up
    public static Batch of(Trace trace, AgentContext parts, int windows, int steps, boolean weighted) {
        int rows = windows * steps;
        Inputs inputs = parts.rows(trace, "", rows);
        return new Batch(
                trace,
                ForwardPass.frozen(trace, steps),
                rows,
                inputs.obs(),
                inputs.action(),
                inputs.mask(),
                weighted ? trace.input("weight", rows) : null);
    }

    /// A number for each row, named as the memory's column.
    public Tensor column(String name) {
        return trace.input(name, rows);
    }

    /// A number that changes between runs.
    public Tensor scalar(String name) {
        return trace.scalar(name);
    }

    /// The mean over the rows that count.
    public Tensor mean(Tensor perRow) {
        return weight == null ? perRow.mean() : perRow.mul(weight).sum();
    }
}
