/// From a spec to what a session is made of.
///
/// Start with [slmlab.experiment.plan.Plan]: every section read and checked, as a record. `UnusedKeys` refuses keys
/// that would have no effect, `MemoryEstimate` counts the bytes a run needs, [slmlab.experiment.plan.Learner] is the
/// envs and the agent that a plan describes, and [slmlab.experiment.plan.SpecCheck] finds all that is wrong for
/// `slm-lab check`. [slmlab.experiment.plan.Audit] lets an agent learn for a moment, to see whether all of it does.
///
/// Knows specs, agents and envs; knows no session and no file.
@NullMarked
package slmlab.experiment.plan;

import org.jspecify.annotations.NullMarked;
