/// `slm-lab flow`: workflows from the first question to something that runs.
///
/// Start with [slmlab.cli.flow.FlowRunCommand]. [slmlab.cli.flow.Interviewer] asks the questions on a terminal.
@NullMarked
package slmlab.cli.flow;

import org.jspecify.annotations.NullMarked;
