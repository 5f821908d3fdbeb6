/// Worlds to act in.
///
/// Start with [Env], what an author writes, and [VecEnv], what the lab runs: many envs in step, numbers in
/// flat arrays. [Space] says what an observation or an action looks like. [Envs] lists every env by its
/// Gymnasium id.
///
/// [EnvVector] runs the envs that an author wrote; it saves itself into a state and resumes from it bit for bit. The
/// families of envs lie in `classic`, `toytext`, `box2d` and `probe`, each added by its own [EnvProvider], as a user's
/// jar is. `wrapper` changes what a vector shows or takes, `picture` has what envs draw with, `check` tests the
/// contract, `play` lets a person act.
///
/// Knows arrays; knows no env by name, no agent and no experiment.
@NullMarked
package slmlab.env;

import org.jspecify.annotations.NullMarked;
