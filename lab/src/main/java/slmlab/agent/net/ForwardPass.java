package slmlab.agent.net;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.nn.BatchStatistics;

/// One pass of observations through nets, while a program is traced.
///
/// Rows are [windows·steps, …]: all steps of the first window, then all of the second. What a recurrent net
/// needs beside observations it declares itself, under the names `{prefix}{net}.state` (input [windows,
/// stateSize], the state before the first step, and output, the state after the last) and `{prefix}reset`
/// (input [windows, steps], 1 where an episode starts at that step; only where there are several steps).
///
/// @param norms   what batch norms do
/// @param steps   in each window, 1 when acting
/// @param prefix  tells the inputs of several passes of one program apart
/// @param weights `[rows]`, how much each counts in the statistics that are followed; null where all count alike
public record ForwardPass(
        Trace trace,
        Norms norms,
        int steps,
        String prefix,
        @Nullable Tensor weights) {
    static final String RESET = "reset";

    /// What layers do that keep running statistics of batches.
    public enum Norms {
        /// Normalize with the running statistics.
        RUNNING,
        /// Normalize with the batch's; the running ones follow.
        BATCH,
        /// Normalize with the running statistics, which follow the batch; weights and biases take up the move.
        FOLLOWING
    }

    public ForwardPass {
        if (steps < 1) {
            throw new IllegalArgumentException("a pass of %s steps; needs at least 1".formatted(steps));
        }
    }

    /// One step of the envs, normalized with the running statistics.
    public static ForwardPass acting(Trace trace) {
        return frozen(trace);
    }

    /// Single rows, normalized with the running statistics, which stay as they are.
    public static ForwardPass frozen(Trace trace) {
        return frozen(trace, 1);
    }

    /// Windows, normalized with the running statistics, which stay as they are.
    public static ForwardPass frozen(Trace trace, int steps) {
        return new ForwardPass(trace, Norms.RUNNING, steps, "", null);
    }

    /// The rows that followed: [#frozen], with inputs of their own, named `next_…`.
    public static ForwardPass next(Trace trace) {
        return new ForwardPass(trace, Norms.RUNNING, 1, "next_", null);
    }

    /// Windows that move the running statistics.
    public static ForwardPass following(Trace trace, int steps, @Nullable Tensor weights) {
        return new ForwardPass(trace, Norms.FOLLOWING, steps, "", weights);
    }

    /// Single rows, normalized with the batch's statistics, which the running ones follow.
    public static ForwardPass learning(Trace trace) {
        return learning(trace, 1);
    }

    /// Windows, normalized with the batch's statistics, which the running ones follow.
    public static ForwardPass learning(Trace trace, int steps) {
        return new ForwardPass(trace, Norms.BATCH, steps, "", null);
    }

    Tensor input(String name, int... dims) {
        return trace.input(prefix + name, dims);
    }

    void output(String name, Tensor value) {
        trace.output(prefix + name, value);
    }

    /// Apply a batch norm: with the running statistics, or with the batch's, which the running ones follow.
    public Tensor normalize(BatchStatistics norm, Tensor x) {
        if (norms == Norms.RUNNING) {
            return norm.evaluate(x);
        }
        BatchStatistics.Training result = norms == Norms.BATCH ? norm.train(x) : norm.follow(x, weights);
        result.assign(trace);
        if (norms == Norms.FOLLOWING) { // in a program without a loss, which would guard them
            result.statistics().forEach((variable, value) -> trace.guard(variable.name(), value.sum()));
        }
        return result.y();
    }
}
