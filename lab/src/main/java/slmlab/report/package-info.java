/// The metrics and learning curves of one run, from the tables in its folder.
///
/// Start with [Analysis], which writes both; [Curves] draws the learning curves of sessions and trials.
///
/// Knows run folders, metrics and charts.
@NullMarked
package slmlab.report;

import org.jspecify.annotations.NullMarked;
