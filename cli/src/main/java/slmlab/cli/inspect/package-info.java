/// Look at runs and agents: `dashboard`, `plot`, `compare`, `eval`, `metrics`, `surface`, `retro`, `checkpoint`,
/// `export`.
@NullMarked
package slmlab.cli.inspect;

import org.jspecify.annotations.NullMarked;
