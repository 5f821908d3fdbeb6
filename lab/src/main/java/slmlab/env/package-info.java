/// Environments.
///
/// Start with [Env], what an author writes, and [VecEnv], what the lab runs: many envs in step, values in flat
/// arrays. [Space] describes observations and actions. [Envs] lists every env by its Gymnasium id.
///
/// [EnvVector] runs the envs that an author wrote; it saves itself into a state and resumes from it bit for
/// bit. The families of envs are in `classic`, `toytext`, `box2d` and `probe`, each registered by its own
/// [EnvProvider], as a user's jar is. `wrapper` changes the observations, rewards or actions of a vector,
/// `physics` has engines for envs that move, `render` what envs draw with, `check` tests the contract, `play` lets a
/// person act.
///
/// Knows arrays; knows no env by name, no agent and no experiment.
@NullMarked
package slmlab.env;

import org.jspecify.annotations.NullMarked;
