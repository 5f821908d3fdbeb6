/// Tabular problems whose transitions are known, so that their answers are exact.
///
/// Start with [Mdp]: value and policy iteration, policy evaluation, shaping. [OptionPlanning] plans with options,
/// [Cycles] finds cycles with positive reward.
@NullMarked
package slmlab.design.mdp;

import org.jspecify.annotations.NullMarked;
