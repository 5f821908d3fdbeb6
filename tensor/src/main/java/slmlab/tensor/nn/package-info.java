/// Layers and losses, of which nets are built.
///
/// Start with [Linear]. A layer is a record of the variables it reads, with a function `apply` from tensors to
/// tensors; its factory `of` adds the variables to a [slmlab.tensor.Variables] store under PyTorch's names, so
/// that a `state_dict` from PyTorch loads here and the other way round. [Recurrent] layers also take and return
/// a state, [BatchStatistics] layers return new running statistics. [Init] draws the initial weights.
///
/// Features are the last axis everywhere, including the channels of images.
///
/// Knows tensors; knows no optimizer, no spec and no policy.
@NullMarked
package slmlab.tensor.nn;

import org.jspecify.annotations.NullMarked;
