/// MuJoCo natively: Gymnasium's tasks, and any MJCF file of the user's.
///
/// Start with [MujocoFamily], which makes vectors of a [MujocoEnv]. A [Simulation] is a batch of one in MuJoCo's
/// own batch interface, so that no struct layout is needed; [Tasks] lists what Gymnasium's tasks observe and
/// reward, [ModelFile] what a file of the user's does. [MujocoEngine] is for envs in Java that own a model.
///
/// Knows the lab's envs and MuJoCo's C functions; knows no Python.
@NullMarked
package slmlab.bridge.mujoco;

import org.jspecify.annotations.NullMarked;
