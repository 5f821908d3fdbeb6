/// Tensors that are traced, differentiated, planned and run.
///
/// Start with [Program]: its first comment is the engine in eight lines. [Tensor] lists the operations; [Variables]
/// keeps weights; [Gradients] differentiates. Each operation is a small type of its own ([Op]); the passes from a
/// graph to a list of kernel calls are `Simplify`, `Fuse`, `Cluster`, `Lowering`, `Layout` and `Plan`, in that order.
///
/// Knows plain arrays; knows nothing of reinforcement learning.
@NullMarked
package slmlab.tensor;

import org.jspecify.annotations.NullMarked;
