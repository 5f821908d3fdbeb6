/// A run folder: the names of its files, its tables, and what its spec says.
///
/// Start with [RunFolder], which owns SLM-Lab's file names. [Table] is a CSV file in memory, [ThinTable] every k-th row
/// of a long one, [RunSpec] the parts of a run's spec that reports need.
///
/// Knows files; knows no env, no agent and no engine, so that a finished run can be read with no training code loaded.
@NullMarked
package slmlab.run;

import org.jspecify.annotations.NullMarked;
