/// Gymnasium's Box2D envs: LunarLander and BipedalWalker, on the C++ solver of gdx-box2d.
///
/// Start with [slmlab.env.box2d.LunarLander]. [slmlab.env.box2d.Box2dWorld] owns the native world;
/// [slmlab.env.box2d.Box2dEnvs] registers the ids.
///
/// Knows the env contract only.
@NullMarked
package slmlab.env.box2d;

import org.jspecify.annotations.NullMarked;
