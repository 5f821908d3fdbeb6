/// A person in the place of a policy: `slm-lab env play`.
///
/// Start with [slmlab.env.play.Play], the loop; [slmlab.env.play.KeyActions] turns keys into actions of a
/// space.
///
/// Knows the env contract, wrappers and images.
@NullMarked
package slmlab.env.play;

import org.jspecify.annotations.NullMarked;
