/// Several runs side by side: which is better, and how sure that is.
///
/// Start with [Scoreboard]: the final scores of each [Contestant], their intervals and a verdict in words. [Comparison]
/// plots their learning curves, [RunScores] reads the scores, [RunLabels] names runs by the keys that differ.
///
/// Knows run folders, metrics, charts and statistics.
@NullMarked
package slmlab.compare;

import org.jspecify.annotations.NullMarked;
