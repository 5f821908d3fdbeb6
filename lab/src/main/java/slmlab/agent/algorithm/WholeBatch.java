package slmlab.agent.algorithm;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.memory.Minibatches;
import slmlab.agent.memory.Rollout;
import slmlab.tensor.Program;

/// An update on all of a rollout at once, after so many steps or so many episodes.
///
/// Episodes have any length, and each length would need a program of its own; so theirs are traced for the next
/// power of two rows and filled up with rows that do not count.
final class WholeBatch {
    private static final int LEAST = 64;

    private final Minibatches minibatches;
    private final boolean episodic;
    private final boolean weighted;
    private final int frequency;
    private final Programs programs;

    /// @param window steps in a window of a recurrent net; 1 for other nets
    /// @param frequency steps, or episodes
    /// @param body traces the loss and the step
    WholeBatch(Parts parts, Minibatches minibatches, int window, int frequency, Consumer<Batch> body) {
        this.minibatches = minibatches;
        this.episodic = parts.memory().name().isEpisodic();
        this.weighted = episodic || window > 1;
        this.frequency = frequency;
        this.programs = new Programs(windows -> parts.program(
                parts.random().split("update"),
                trace -> body.accept(Batch.of(trace, parts, windows, window, weighted))));
        int windows = Math.multiplyExact(Math.ceilDiv(frequency, window), parts.envs());
        programs.of(episodic ? LEAST : windows);
    }

    boolean isReady(Rollout rollout) {
        return (episodic ? rollout.episodes() : rollout.steps()) >= frequency;
    }

    /// Copies all rows that count into a program of the right size.
    Program gather(Rollout rollout) {
        minibatches.begin(episodic);
        int count = minibatches.count();
        Program program = programs.of(episodic ? Math.max(LEAST, Integer.highestOneBit(count * 2 - 1)) : count);
        minibatches.gather(0, count, program);
        return program;
    }

    /// The rows' weights; null where all count alike.
    float @Nullable [] weight(Program program) {
        return weighted ? program.input("weight").floats() : null;
    }

    /// Forgets what was used.
    void clear(Rollout rollout) {
        if (episodic) {
            rollout.clearFinished();
        } else {
            rollout.clear();
        }
    }
}
