/// Arguments in, exit code out.
///
/// Start with [Main], which lists the commands. [Cli] runs them: it prints errors and chooses exit codes the same way
/// for all of them, for the benchmarks too. What commands share stands here: arguments, paths, errors, the screen. The
/// commands are in the rooms below, by what a user does: `train`, `spec`, `env`, `search`, `inspect`, `judge`,
/// `design`.
///
/// Knows everything; nothing knows it.
@NullMarked
package slmlab.cli;

import org.jspecify.annotations.NullMarked;
