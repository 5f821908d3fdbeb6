/// Tensors that are traced, differentiated, compiled and run.
///
/// Start with [Program]: its doc comment shows the engine in eight lines. What a user meets is here, by role:
///
/// | Role | Types |
/// |---|---|
/// | numbers | [Array], [DType], [Shape], [RandomStream] |
/// | numbers that persist | [Variable], [Variables], [State] |
/// | write a computation | [Tensor], [Trace], [Graph]; `GraphWriter` and `GraphReader` for graphs as text |
/// | differentiate | [Gradients], [GradientCheck], [FeatureMaps] |
/// | run | [Program], [Pool], [Backend], [KernelWarmUp] |
/// | errors | [ShapeException], [NotFiniteException], [Source] |
///
/// `tensor.op` has the operations, one file for each or for a family; `tensor.compile` turns a graph into kernel
/// calls; `tensor.internal` has the kernels. The three and this package know each other: a method of [Tensor] makes
/// an operation, and an operation names its kernel calls. `tensor.nn`, `.optim`, `.distribution` and `.safetensors`
/// stand on top.
///
/// Knows plain arrays; knows nothing of reinforcement learning.
@NullMarked
package slmlab.tensor;

import org.jspecify.annotations.NullMarked;
