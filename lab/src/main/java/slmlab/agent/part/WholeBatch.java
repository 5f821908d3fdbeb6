package slmlab.agent.part;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.agent.net.ForwardPass;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// An update on all of a rollout at once, after so many steps or so many episodes.
///
/// Episodes have any length, and each length would need a program of its own; so theirs are traced for the next
/// power of two rows and filled up with rows that do not count.
public final class WholeBatch {
    private static final int LEAST = 64;

    private final Minibatches minibatches;
    private final boolean episodic;
    private final boolean weighted;
    private final int frequency;
    private final Programs programs;
    private final RunningNorms norms;

    /// @param window steps in a window of a recurrent net; 1 for other nets
    /// @param frequency steps, or episodes
    /// @param learner traces a program that learns
    /// @param forward passes observations through the nets
    /// @param body traces the loss and the step
    public WholeBatch(
            AgentContext parts,
            Minibatches minibatches,
            int window,
            int frequency,
            Function<Consumer<Trace>, Program> learner,
            BiConsumer<Tensor, ForwardPass> forward,
            Consumer<Batch> body) {
        this.minibatches = minibatches;
        this.episodic = parts.memory().name().isEpisodic();
        this.weighted = episodic || window > 1;
        this.frequency = frequency;
        this.programs = new Programs(
                windows -> learner.apply(trace -> body.accept(Batch.of(trace, parts, windows, window, weighted))));
        int windows = episodic ? LEAST : Math.multiplyExact(Math.ceilDiv(frequency, window), parts.envs());
        this.norms = new RunningNorms(parts, windows, window, weighted, forward);
        programs.of(windows);
    }

    public boolean isReady(Rollout rollout) {
        return (episodic ? rollout.episodes() : rollout.steps()) >= frequency;
    }

    /// Copy all rows that count into a program of the right size.
    public Program gather() {
        minibatches.begin(episodic);
        Program program = programs.of(room());
        minibatches.gather(0, minibatches.count(), program);
        return program;
    }

    private int room() {
        int count = minibatches.count();
        return episodic ? Math.max(LEAST, Integer.highestOneBit(count * 2 - 1)) : count;
    }

    /// How much of the returns of the gathered rows their values explain.
    public double explainedVariance() {
        return minibatches.explainedVariance();
    }

    /// The rows' weights; null where all count alike.
    public float @Nullable [] weight(Program program) {
        return weighted ? program.input("weight").floats() : null;
    }

    /// Update batch norms with the rows that were used, and forget them.
    public void clear(Rollout rollout) {
        norms.follow(minibatches, 0, minibatches.count(), room());
        if (episodic) {
            rollout.clearFinished();
        } else {
            rollout.clear();
        }
    }
}
