/// Tensors that are traced, differentiated, planned and run.
///
/// Start with [Program]: its doc comment shows the engine in eight lines. The package is flat, because
/// splitting it would make [Op] public. Its files, by role:
///
/// | Role | Files |
/// |---|---|
/// | API: arrays and variables | `Array`, `DType`, `Shape`, `Variable`, `Variables`, `State`, `RandomStream` |
/// | API: trace, differentiate, run | `Tensor`, `Trace`, `Graph`, `Gradients`, `Program`, `Update`, `Backend` |
/// | API: errors and checks | `ShapeException`, `NotFiniteException`, `GradientCheck` |
/// | Operations: the interface | `Op`, `Pointwise`, `Leaf`, `Source` |
/// | Operations: element by element | `Unary`, `Binary`, `Ternary`, `Cast`, `StopGradient` |
/// | Operations: sums and products | `Reduce`, `ArgMax`, `Dot`, `Matmul`, `Conv2d` |
/// | Operations: by index | `Gather`, `ScatterAdd`, `OneHot`, `Index` |
/// | Operations: shapes | `Reshape`, `Transpose`, `Broadcast`, `Slice`, `Pad`, `Concat` |
/// | Passes, in this order | `Simplify`, `Fuse`, `Cluster`, `Lowering`, `Layout`, `Plan` |
/// | Passes: kernel calls | `Instruction`, `Call`, `ClusterCall`, `StridedLoad`, `Copies`, `JvmBackend` |
/// | Passes: the reference, in double | `Reference`, `ReferenceBackend` |
/// | Graphs as text | `GraphWriter`, `GraphReader` |
/// | Memory | `Buffer`, `View`, `Memory`, `Draws` |
///
/// Knows plain arrays; knows nothing of reinforcement learning.
@NullMarked
package slmlab.tensor;

import org.jspecify.annotations.NullMarked;
