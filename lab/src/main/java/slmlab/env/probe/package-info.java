/// Small envs without a Gymnasium counterpart, for tests and research: the probes, Catch, T-maze, bit-flip.
///
/// Start with [slmlab.env.probe.SmallEnvs], which lists them and says what each proves.
///
/// Knows the env contract only.
@NullMarked
package slmlab.env.probe;

import org.jspecify.annotations.NullMarked;
