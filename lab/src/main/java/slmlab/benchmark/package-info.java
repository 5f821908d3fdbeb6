/// The table of scores, each with its proof.
///
/// Start with [Cell], a score to reach: an env, a spec, a budget. [Intake] turns a finished run into a [Result], a
/// small JSON file under `docs/results`, or says all that is missing. [ScorePage] writes the score section of
/// docs/BENCHMARKS.md from these files, [CellProgress] says what is done, running and open.
///
/// Knows files alone: it reads what a run left and trains nothing.
@NullMarked
package slmlab.benchmark;

import org.jspecify.annotations.NullMarked;
