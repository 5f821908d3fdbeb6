package slmlab.agent.part;

import static slmlab.spec.key.Check.that;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.net.ForwardPass;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// Updates the running statistics of batch norms after an on-policy update.
///
/// A policy acts on few rows, so it normalizes with running statistics. Its losses do the same: what learns is
/// the policy that acted, and the ratio of unchanged weights is 1. After the last step of an update one pass
/// over the same rows moves the statistics. Weights and biases take up the move, or it would undo what was
/// learned. Only the first update changes the policy by it, when all features get mean 0 and variance 1. Rows
/// that only fill up do not count.
public final class RunningNorms {
    private final AgentContext parts;
    private final @Nullable Programs programs; // null where no layer keeps statistics

    /// @param windows the most that one portion of an update has
    /// @param window steps in a window of a recurrent net; 1 for other nets
    /// @param weighted whether some rows only fill up
    /// @param forward passes observations through the nets
    public RunningNorms(
            AgentContext parts, int windows, int window, boolean weighted, BiConsumer<Tensor, ForwardPass> forward) {
        this.parts = parts;
        boolean any = Graph.trace(trace -> follow(trace, 2, window, weighted, forward))
                .assigns();
        that(
                !any || windows > 1,
                "batch_norm follows the rows of an update, which has 1 at a time; needs at least 2, with more num_envs or "
                        + "a larger training_frequency, time_horizon or minibatch_size");
        this.programs = any
                ? new Programs(room -> parts.program(trace -> follow(trace, room, window, weighted, forward)))
                : null;
    }

    private void follow(
            Trace trace, int windows, int window, boolean weighted, BiConsumer<Tensor, ForwardPass> forward) {
        int rows = windows * window;
        Tensor weights = weighted ? trace.input("weight", rows) : null;
        forward.accept(parts.rows(trace, "", rows).obs(), ForwardPass.following(trace, window, weights));
    }

    /// Follow `count` windows from number `from` on; one row alone has no variance, and moves nothing.
    ///
    /// @param room windows that the program has room for
    public void follow(Minibatches minibatches, int from, int count, int room) {
        if (programs == null || count < 2) {
            return;
        }
        Program program = programs.of(room);
        minibatches.gather(from, count, program);
        parts.learn(program);
    }
}
