/// Distributions over actions, built of tensors: a batch of them, one for each row of a net's output.
///
/// Start with [Distribution]. Its methods extend the graph: draws are made inside the program, and
/// log-probabilities, entropies and divergences can be differentiated with respect to the parameters.
///
/// Knows tensors; knows no net, no action space and no algorithm.
@NullMarked
package slmlab.tensor.distribution;

import org.jspecify.annotations.NullMarked;
