/// How fast we are, beside others on the same machine.
///
/// Start with [Main], which lists the benchmarks.
///
/// Knows everything, the engine's kernels too; nothing knows it, and it is never shipped.
@NullMarked
package slmlab.bench;

import org.jspecify.annotations.NullMarked;
