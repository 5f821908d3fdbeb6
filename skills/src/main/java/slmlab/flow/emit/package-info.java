/// What the last step of a workflow writes: a spec, an audited agent, an environment in Java, a report, a run book.
///
/// Start with [slmlab.flow.emit.Emitter]; its [slmlab.flow.emit.EmitterContext] has the answers, and a
/// [slmlab.flow.emit.StepRunner] for the commands that show that the result works.
///
/// Knows specs, the keys of nets, and what `slm-lab new` writes; knows neither step files nor the command line.
@NullMarked
package slmlab.flow.emit;

import org.jspecify.annotations.NullMarked;
