/// Arguments in, exit code out.
///
/// Start with [Main], which lists the commands. [Cli] runs them: it prints errors and chooses exit codes the same way
/// for all of them, for the benchmarks too. The commands are in the rooms below, by what a user does: `train`, `spec`,
/// `env`, `search`, `inspect`, `judge`, `design`, `flow`, `skills`.
///
/// What commands of several rooms share stands here: arguments, paths, errors, the screen. A flag that means the same
/// everywhere, such as [DataFolder] and [JsonFlag], is a small class of its own.
///
/// Knows everything; nothing knows it.
@NullMarked
package slmlab.cli;

import org.jspecify.annotations.NullMarked;
