/// Worlds to act in.
///
/// Start with [Env], what an author writes, and [VecEnv], what the lab runs: many envs in step, numbers in
/// flat arrays. [Space] says what an observation or an action looks like. [Envs] lists every env by its
/// Gymnasium id.
///
/// [Wrappers] change what a vector shows or takes, [WrapperStack] puts on those that a spec asks for; a
/// vector saves itself into a state and goes on from it bit for bit. Each env draws itself; [GifRecorder]
/// keeps the pictures, [Viewer] shows them. [EnvCheck] tests the contract. Envs from other jars come through
/// an [EnvProvider].
///
/// Knows arrays; knows no agent and no experiment.
@NullMarked
package slmlab.env;

import org.jspecify.annotations.NullMarked;
