/// Atari games through the Arcade Learning Environment, an emulator under the GPL, version 2. Optional: nothing
/// depends on this module, and a lab without it is free of that license.
///
/// Start with [AtariGame]: one game, preprocessed as SLM-Lab sees it. [AtariFamily] makes vectors of them by id,
/// [Roms] finds the games' files, and [Emulator] is all that touches native code.
///
/// Knows the env contract; knows no algorithm.
@NullMarked
package slmlab.atari;

import org.jspecify.annotations.NullMarked;
