package slmlab.tensor.nn;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;

/// Layers that normalise with the statistics of the batch while training, and with running statistics
/// otherwise.
///
/// Features are the last axis; statistics go over all others.
public sealed interface BatchStatistics permits BatchNorm, BatchRenorm {

    /// Normalises with the batch's statistics.
    Training train(Tensor x);

    /// Normalises with the running statistics.
    Tensor evaluate(Tensor x);

    /// Moves the running statistics towards the batch's, and normalises with them. Weight and bias take up the
    /// move, so that [#evaluate] goes on as before: only gradients change the function (van Hasselt et al. 2016,
    /// arXiv:1602.07714, do so with outputs).
    ///
    /// Statistics that are still those of the start, mean 0 and variance 1, go nearly all the way, by
    /// 1 − momentum, and weight and bias stay: from then on features have mean 0 and variance 1. What is left of
    /// the start keeps a feature that has not varied yet from being blown up when it does.
    ///
    /// @param x       at least two numbers for each feature
    /// @param weights [rows], 0 for rows that do not count, equal for the others, 1 in total; null where all count
    Training follow(Tensor x, @Nullable Tensor weights);

    /// What an optimiser changes; running statistics are not among them.
    List<Variable> parameters();

    /// @param y          the normalised batch
    /// @param statistics the new value of each variable that moves; they take effect when they are assigned
    record Training(Tensor y, SequencedMap<Variable, Tensor> statistics) {

        /// Assigns them at the end of each run.
        public void assign(Trace trace) {
            statistics.forEach(trace::assign);
        }
    }
}
