/// Kernels on plain arrays, hidden from everyone but the engine.
///
/// Start with [Kernels]: four families, each an interface with a scalar implementation here and one in vectors in
/// `internal.vector`. [Philox] makes random numbers, [Workers] shares one job between threads.
///
/// Knows no tensor.
@NullMarked
package slmlab.tensor.internal;

import org.jspecify.annotations.NullMarked;
