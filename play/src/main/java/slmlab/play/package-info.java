/// Acts with a trained policy: in a game, a server, a robot. Start with [Player].
///
/// A file of weights says itself what acting computes, so this package needs the engine and nothing else: no spec, no
/// envs, no nets. `docs/play.md` describes the file.
@NullMarked
package slmlab.play;

import org.jspecify.annotations.NullMarked;
