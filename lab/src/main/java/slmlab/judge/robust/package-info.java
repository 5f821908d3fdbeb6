/// `slm-lab eval attack` and `eval ood`: what is left of an agent's returns when something is different.
///
/// [AttackSuite] looks for the observations, actions and dynamics that harm most, [ShiftSuite] plays in environments
/// that differ from the one of training. [Harm] is what both measure, [RobustnessReport] what both report.
@NullMarked
package slmlab.judge.robust;

import org.jspecify.annotations.NullMarked;
