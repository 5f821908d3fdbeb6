/// Metrics, tables and plots from the files of a run folder.
///
/// Start with [RunFolder], the names of its files, and [Analysis], which turns its session tables into metrics.
/// [Table] is a CSV file, [SessionMetrics] and [TrialMetrics] are SLM-Lab's metrics, [Curves] draws plots.
///
/// Knows files; knows no env, no agent and no engine: a finished run can be plotted with no training code
/// loaded.
@NullMarked
package slmlab.report;

import org.jspecify.annotations.NullMarked;
