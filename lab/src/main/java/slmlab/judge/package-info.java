/// After training: what an agent is worth and why it acts as it does.
///
/// This package holds what the rooms below share: [EpisodeMoments] are states of an agent's own episodes, a [Probe]
/// says how what it computes depends on what it sees, a [Perturbed] policy sees other observations than the
/// envs show. `explain` attributes choices to observations, `robust` attacks and shifts, `diagnose` finds what
/// went wrong in a run, `dossier` is one report of it all.
///
/// Knows trained agents, envs and charts; trains nothing but the adversary of an attack.
@NullMarked
package slmlab.judge;

import org.jspecify.annotations.NullMarked;
