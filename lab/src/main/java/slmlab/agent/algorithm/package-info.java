/// The algorithms, one file each (SAC and CrossQ have a package), and [slmlab.agent.algorithm.Algorithms], the list of
/// them.
///
/// Start with [slmlab.agent.algorithm.Ppo]. What several share is a part with a name of its own: `Collector`
/// acts and fills a rollout, `Trainer` is a net with its optimizer, `Batch` what a loss is traced from.
///
/// Knows all of agent; knows no run folder and no thread.
@NullMarked
package slmlab.agent.algorithm;

import org.jspecify.annotations.NullMarked;
