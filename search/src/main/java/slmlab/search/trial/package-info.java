/// The trials of a study: what a search of a spec is, how its trials are run, and the files that come of it.
///
/// Start with [Search], which runs a study on this machine; [TrialRunner] runs one trial, here or on a worker.
///
/// Knows training and studies; knows nothing of the command line.
@NullMarked
package slmlab.search.trial;

import org.jspecify.annotations.NullMarked;
