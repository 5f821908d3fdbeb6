/// Benchmarks, compared with others on the same machine.
///
/// Start with [BenchMain], which lists the benchmarks.
///
/// Knows everything, including the engine's kernels; nothing knows it, and it is never shipped.
@NullMarked
package slmlab.bench;

import org.jspecify.annotations.NullMarked;
