/// Arguments in, exit code out.
///
/// Start with [Main], which lists the commands. [Cli] runs them: it prints errors and chooses exit codes the same way
/// for all of them, for the benchmarks too.
///
/// Knows experiments, reports, envs and agents; nothing knows it.
@NullMarked
package slmlab.cli;

import org.jspecify.annotations.NullMarked;
