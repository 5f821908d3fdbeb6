/// The kernels in vectors: the only package that touches `jdk.incubator.vector`.
///
/// Start with [VectorKernels]. Only `internal.Kernels` loads it, and only in a JVM that has the module; a JVM without
/// it never links a class from here. Every kernel gives the bits of its scalar twin.
@NullMarked
package slmlab.tensor.internal.vector;

import org.jspecify.annotations.NullMarked;
