/// Distributions over actions, made of tensors: a batch of them, one for each row of a net's output.
///
/// Start with [Distribution]. What a distribution gives is more graph: draws are made inside the program, and
/// log-probabilities, entropies and divergences can be differentiated by the parameters.
///
/// Knows tensors; knows no net, no action space and no algorithm.
@NullMarked
package slmlab.tensor.distribution;

import org.jspecify.annotations.NullMarked;
