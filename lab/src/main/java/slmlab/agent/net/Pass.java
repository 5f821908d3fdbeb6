package slmlab.agent.net;

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
/// @param training whether batch statistics are those of the batch, and running ones follow; else running
///                 ones count
/// @param steps    in each window, 1 when acting
/// @param prefix   tells the inputs of several passes of one program apart
public record Pass(Trace trace, boolean training, int steps, String prefix) {
    static final String RESET = "reset";

    public Pass {
        if (steps < 1) {
            throw new IllegalArgumentException("a pass of %s steps; needs at least 1".formatted(steps));
        }
    }

    /// One step, with running statistics.
    public static Pass acting(Trace trace) {
        return new Pass(trace, false, 1, "");
    }

    /// Windows, with the batch's statistics.
    public static Pass learning(Trace trace, int steps) {
        return new Pass(trace, true, steps, "");
    }

    Tensor input(String name, int... dims) {
        return trace.input(prefix + name, dims);
    }

    void output(String name, Tensor value) {
        trace.output(prefix + name, value);
    }

    Tensor normalise(BatchStatistics norm, Tensor x) {
        if (!training) {
            return norm.evaluate(x);
        }
        BatchStatistics.Training result = norm.train(x);
        result.assign(trace);
        return result.y();
    }
}
