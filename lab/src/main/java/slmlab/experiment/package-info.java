/// From a spec to a trained agent and its run folder.
///
/// Start with [slmlab.experiment.Session]: its `run` is the loop that everything else serves. A
/// [slmlab.experiment.Trial] runs the sessions of a spec side by side, and [slmlab.experiment.Lab] is the one
/// door into a run. Rows and weights go to files through [slmlab.experiment.Checkpoints]; a resumable state is
/// a folder of its own, [slmlab.experiment.state.StateFolder].
///
/// Knows agents, envs, specs and reports; knows no terminal.
@NullMarked
package slmlab.experiment;

import org.jspecify.annotations.NullMarked;
