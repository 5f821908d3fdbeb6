/// Physics engines for envs, behind one interface.
///
/// Start with [PhysicsEngine], what an env talks to. [PlanarEngine] is the built-in one: it integrates
/// [MotionEquations], which an env's author writes, or [Discs] that collide. [EngineCheck] measures whether an engine
/// keeps energy and repeats itself. `MujocoEngine` in module `bridge` puts a MuJoCo model behind the same interface.
///
/// Knows nothing of envs, which own their engine.
@NullMarked
package slmlab.env.physics;

import org.jspecify.annotations.NullMarked;
