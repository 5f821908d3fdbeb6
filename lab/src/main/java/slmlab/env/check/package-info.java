/// The contract of an env as rules that can fail: what `slm-lab env check` runs.
///
/// Start with [slmlab.env.check.EnvCheck]. Each `…Rules` file holds the rules of one theme.
///
/// Knows the env contract and wrappers; knows no env by name.
@NullMarked
package slmlab.env.check;

import org.jspecify.annotations.NullMarked;
