/// The kernels in SIMD vectors: the only package that uses `jdk.incubator.vector`.
///
/// Start with [VectorKernels]. Only `internal.Kernels` loads it, and only in a JVM that has the module; a JVM
/// without it never links a class from here. Kernels give the bits of their scalar twins, except where a sum
/// runs in lanes: row sums, dot products, and products with few columns.
///
/// Three rules keep C2 fast here. No vector is passed to a method of ours, because a call that is not inlined
/// turns vectors into objects. One float species serves the whole JVM, because a second one spoils the Vector
/// API's type profiles. Kernels stay below 8,000 bytecodes.
@NullMarked
package slmlab.tensor.internal.vector;

import org.jspecify.annotations.NullMarked;
