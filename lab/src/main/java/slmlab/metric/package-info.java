/// What the numbers of a run are, mean and look like when they are healthy.
///
/// Start with [Metrics]: every number as a [Metric], declared once with its name, its meaning, its [Health] and its
/// place on a page. [SessionMetrics] and [TrialMetrics] compute SLM-Lab's metrics, [Headline] is the one number
/// of a run, [Baselines] are the returns of random actions, [Solved] where an env is solved.
///
/// Knows run folders and tables, and nothing that trains; algorithms know it, so that a metric has one name from the
/// program that computes it to the page that shows it.
@NullMarked
package slmlab.metric;

import org.jspecify.annotations.NullMarked;
