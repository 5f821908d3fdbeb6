package slmlab.tensor.nn;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;

/// Layers that normalize with the statistics of the batch during training, and with running statistics
/// otherwise.
///
/// Features are the last axis; statistics are taken over all others.
public sealed interface BatchStatistics permits BatchNorm, BatchRenorm {

    /// Normalize with the batch's statistics.
    Training train(Tensor x);

    /// Normalize with the running statistics.
    Tensor evaluate(Tensor x);

    /// Move the running statistics towards the batch's, and normalize with them. Weight and bias compensate, so
    /// that [#evaluate] gives the same as before: only gradients change the function (van Hasselt et al. 2016,
    /// arXiv:1602.07714, do so with outputs).
    ///
    /// Statistics that are still initial, mean 0 and variance 1, move nearly all the way, by 1 − momentum, and
    /// weight and bias stay: from then on features have mean 0 and variance 1. The remainder of the initial
    /// value keeps a feature that has been constant so far from exploding when it varies.
    ///
    /// @param x       at least two values for each feature
    /// @param weights `[rows]`, 0 for rows that do not count, equal for the others, 1 in total; null where all
    ///     count
    Training follow(Tensor x, @Nullable Tensor weights);

    /// Return the trainable variables, without the running statistics.
    List<Variable> parameters();

    /// @param y          the normalized batch
    /// @param statistics the new value of each variable that moves; assign them to take effect
    record Training(Tensor y, SequencedMap<Variable, Tensor> statistics) {

        /// Assign the statistics at the end of each run.
        public void assign(Trace trace) {
            statistics.forEach(trace::assign);
        }
    }
}
