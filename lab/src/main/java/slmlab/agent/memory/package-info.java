/// What an algorithm keeps of the past.
///
/// Start with [slmlab.agent.memory.Rollout]: the steps of every env since the last update, forgotten after
/// it. [slmlab.agent.memory.Advantages] turns its rewards and values into what a policy learns from.
/// [slmlab.agent.memory.Replay] keeps many more and is sampled from, equally or by priority, in rows or in
/// windows; [slmlab.agent.memory.Footprint] tells beforehand whether it fits. It stores in a `Ring` of
/// `Chunks`. [slmlab.agent.memory.Imitated] keeps what self-imitation learns from: steps whose episode is over.
///
/// Knows envs and tensors; knows no net and no algorithm.
@NullMarked
package slmlab.agent.memory;

import org.jspecify.annotations.NullMarked;
