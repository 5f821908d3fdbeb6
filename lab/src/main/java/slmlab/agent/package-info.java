/// What it takes to learn to act.
///
/// Start with [slmlab.agent.Algorithm]: three verbs that a session calls in turn. One algorithm is one file of
/// `slmlab.agent.algorithm`; what several share has its own name: nets, memories, policies, schedules.
///
/// Knows envs and tensors; knows no spec file, no run folder, no thread.
@NullMarked
package slmlab.agent;

import org.jspecify.annotations.NullMarked;
