/// Kernels on plain arrays, hidden from everyone but the engine.
///
/// Start with [Kernels]: four families, each an interface with a scalar implementation here and one in SIMD
/// vectors in `internal.vector`. [Philox] generates random numbers, [Workers] splits a job over threads.
///
/// Knows no tensor.
@NullMarked
package slmlab.tensor.internal;

import org.jspecify.annotations.NullMarked;
