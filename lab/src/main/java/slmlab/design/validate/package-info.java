/// `slm-lab validate`: checks of a design file.
///
/// Start with [Designs], which lists the kinds: an observation, an action, a reward, an MDP, an architecture, a
/// hierarchy, several agents. Each kind is one [slmlab.design.Validator].
@NullMarked
package slmlab.design.validate;

import org.jspecify.annotations.NullMarked;
