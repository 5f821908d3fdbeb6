package slmlab.hub;

import java.time.Duration;

/// How patient a client is.
///
/// @param idle without a byte, after which a connection counts as lost
/// @param first wait before a request is repeated; each further one is twice as long
/// @param longest wait that a hub may ask for
/// @param tries of a request that makes no progress
record Waits(Duration idle, Duration first, Duration longest, int tries) {
    static final Waits USUAL = new Waits(Duration.ofSeconds(60), Duration.ofSeconds(1), Duration.ofMinutes(6), 6);

    /// Return the wait after so many failures.
    Duration after(int failures) {
        Duration wait = first.multipliedBy(1L << Math.min(failures - 1, 20));
        return wait.compareTo(longest) > 0 ? longest : wait;
    }
}
