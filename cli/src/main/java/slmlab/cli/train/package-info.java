/// Train and watch: `run` in all its modes, the demo, sweeps and batches of runs.
///
/// Start with [RunCommand]; [Runner] runs a trial for someone at a terminal.
@NullMarked
package slmlab.cli.train;

import org.jspecify.annotations.NullMarked;
