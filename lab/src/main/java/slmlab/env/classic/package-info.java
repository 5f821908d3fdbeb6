/// Gymnasium's classic control: CartPole, MountainCar, Pendulum, Acrobot.
///
/// Start with [slmlab.env.classic.CartPole]. Each env repeats Gymnasium's equations in double precision, so the
/// same seed and actions give the same episode. [slmlab.env.classic.ClassicControl] registers them.
///
/// Knows the env contract only.
@NullMarked
package slmlab.env.classic;

import org.jspecify.annotations.NullMarked;
