/// Layers and losses: what nets are made of.
///
/// Start with [Linear]. A layer is a record of the variables it reads, with a function `apply` from tensors to
/// tensors; its factory `of` puts the variables into a [slmlab.tensor.Variables] store under PyTorch's names,
/// so that a `state_dict` written there loads here and the other way round. [Recurrent] layers also take and
/// give a state, [BatchStatistics] layers give new running statistics. [Init] draws the first weights.
///
/// Features are the last axis everywhere, channels of images too.
///
/// Knows tensors; knows no optimiser, no spec and no policy.
@NullMarked
package slmlab.tensor.nn;

import org.jspecify.annotations.NullMarked;
