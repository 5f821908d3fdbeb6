package slmlab.tensor.nn;

import java.util.List;
import java.util.SequencedMap;
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

    /// What an optimiser changes; running statistics are not among them.
    List<Variable> parameters();

    /// @param y          the normalised batch
    /// @param statistics the new value of each running statistic; they take effect when they are assigned
    record Training(Tensor y, SequencedMap<Variable, Tensor> statistics) {

        /// Assigns the running statistics at the end of each run.
        public void assign(Trace trace) {
            statistics.forEach(trace::assign);
        }
    }
}
