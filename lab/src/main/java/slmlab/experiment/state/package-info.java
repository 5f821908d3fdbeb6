/// Resumable state on disk: state folders, replay segments, manifests, locks, background writes.
///
/// Start with [slmlab.experiment.state.StateFolder]. A state is complete once its manifest stands in place; a kill at
/// any moment leaves the last complete one.
///
/// Knows files and arrays; knows no agent and no env.
@NullMarked
package slmlab.experiment.state;

import org.jspecify.annotations.NullMarked;
