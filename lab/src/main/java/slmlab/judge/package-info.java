/// What a trained agent is worth and why it acts as it does: explanations, attacks and shifts, after training.
///
/// Start with [Explain]: it plays episodes, picks states, and asks a [Probe] how the agent's choice depends on each
/// number that it sees. [AttackSuite] looks for the observations that hurt most, [ShiftSuite] for the worlds that do.
///
/// Knows trained agents, envs and pictures; trains nothing but the adversary of an attack.
@NullMarked
package slmlab.judge;

import org.jspecify.annotations.NullMarked;
