/// What a spec asks for, read and checked before anything is made.
///
/// Start with [slmlab.experiment.plan.Plan]: every section as a record. `Unread` refuses keys that would have no
/// effect,
/// `Demand` counts the bytes a run needs, [slmlab.experiment.plan.Worlds] makes its envs, and
/// [slmlab.experiment.plan.SpecCheck] tells all of it for `slm-lab check`.
///
/// Knows specs, agents and envs; knows no session and no file.
@NullMarked
package slmlab.experiment.plan;

import org.jspecify.annotations.NullMarked;
