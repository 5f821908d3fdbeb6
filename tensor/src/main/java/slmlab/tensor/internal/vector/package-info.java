/// The kernels in vectors: the only package that touches `jdk.incubator.vector`.
///
/// Start with [VectorKernels]. Only `internal.Kernels` loads it, and only in a JVM that has the module; a JVM without
/// it never links a class from here. Kernels give the bits of their scalar twins, except where a sum
/// runs in lanes: row sums, dot products, and products with few columns.
///
/// Three habits keep C2 fast here. No vector crosses a call of ours, as one that is not inlined makes objects of
/// vectors. One float species serves the whole JVM, as a second one spoils the Vector API's type profiles. Kernels
/// stay below 8,000 bytecodes.
@NullMarked
package slmlab.tensor.internal.vector;

import org.jspecify.annotations.NullMarked;
