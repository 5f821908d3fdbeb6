package slmlab.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.play.Player;

/// The weights that are served now. Only the thread of [Batcher] acts with them.
///
/// @param best takes the best action
/// @param sampling draws actions
/// @param frame at which they were saved; null where the file does not say it
record Weights(
        Path file, Player best, Player sampling, @Nullable Long frame) {
    /// The rows of a batch that needs a program of every size that a file has, 64, 8 and 1.
    private static final int EVERY_SIZE = 64 + 8 + 1;

    /// Load a file, with all that the first act needs.
    ///
    /// @param warmUp how long to act on zeros at most
    static Weights load(Path file, long seed, Duration warmUp) {
        Player best = Player.load(file);
        Player sampling = best.sampling(seed);
        best.warmUp(EVERY_SIZE, warmUp.dividedBy(2));
        sampling.warmUp(EVERY_SIZE, warmUp.dividedBy(2));
        String frame = best.facts().get("frame");
        return new Weights(file, best, sampling, frame == null ? null : Long.valueOf(frame));
    }

    /// Refuse others in place of these: requests that were checked against these must fit them too.
    void checkFits(Weights newer) {
        Map<String, String> ours = best.facts();
        Map<String, String> theirs = newer.best.facts();
        for (String fact : new String[] {"obs", "obs_steps", "obs_entries", "action", "net"}) {
            if (!Objects.equals(ours.get(fact), theirs.get(fact))) {
                throw new IllegalArgumentException("%s has another %s (%s) than the weights that are served (%s)"
                        .formatted(newer.file, fact, theirs.get(fact), ours.get(fact)));
            }
        }
    }

    /// Return the frame as an answer names it.
    String shown() {
        return frame == null ? "unknown" : frame.toString();
    }
}
