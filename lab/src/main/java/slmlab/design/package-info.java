/// Is the problem well posed? Checks and tools for the time before training.
///
/// Start with [Designs], which checks a design file: an observation, an action, a reward, an MDP, an
/// architecture, a hierarchy or several agents. Each kind is one [Validator]; [Code] lists everything that they
/// can find. [Mdp] is a tabular problem with an exact answer. [Selection] ranks algorithms for a problem and
/// says why. [BatchSize] and [ReplaySize] do the arithmetic of batches and replays. [MarkovProbe] looks at an
/// env.
///
/// Knows the lists of envs and algorithms; trains nothing and knows no run.
@NullMarked
package slmlab.design;

import org.jspecify.annotations.NullMarked;
