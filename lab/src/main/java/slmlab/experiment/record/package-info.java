/// What a session records of itself: rows, evaluations, and whether it may stop early.
///
/// Start with [slmlab.experiment.record.SessionLog], which writes one row per `log_frequency` from the episodes that
/// have ended and the last update; [slmlab.experiment.record.EvalLog] writes the rows of evaluations.
///
/// Knows agents, envs, plans and tables; knows no session, no checkpoint and no run folder.
@NullMarked
package slmlab.experiment.record;

import org.jspecify.annotations.NullMarked;
