/// Atari games through the Arcade Learning Environment, whose licence is GPL-2. Optional: nothing depends on it.
@NullMarked
package slmlab.atari;

import org.jspecify.annotations.NullMarked;
