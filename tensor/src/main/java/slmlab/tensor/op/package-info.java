/// The operations that graphs are made of.
///
/// Start with [Op], the contract, then [Unary]: a row there is a whole operation, with its value in double precision
/// (the reference), its gradient and its kernel. Each operation stands in one file, with its shape rule in a static
/// method `of`; a method of [slmlab.tensor.Tensor] calls it.
///
/// | Family | Operations |
/// |---|---|
/// | without inputs | [Leaf]: inputs, variables, constants, random draws |
/// | element by element ([Pointwise], so that neighbors run together) | [Unary], [Binary], [Ternary] |
/// | of types and gradients | [Cast], [StopGradient] |
/// | along axes | [Reduce], [ArgMax], [Dot] |
/// | products | [Matmul], [BatchMatmul], [Conv2d] |
/// | by index | [Gather], [ScatterAdd], [TakeRows], [AddRows], [OneHot] |
/// | shapes | [Reshape], [Transpose], [Broadcast], [Slice], [Pad], [Concat] |
///
/// Knows tensors and how a call is emitted; knows no layer and no program.
@NullMarked
package slmlab.tensor.op;

import org.jspecify.annotations.NullMarked;
