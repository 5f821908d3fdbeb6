package slmlab.search.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;

/// Tries what a database may do a little later: its server restarts, its file is locked, its disk is full.
///
/// @param database as the user called it
/// @param log for a line each time that something is tried again
/// @param most how long before it fails; once it is tried again in any case
record Patience(String database, Consumer<String> log, Duration most) {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    /// What is tried.
    interface Attempt<T> {
        T run() throws SQLException;
    }

    <T> T run(Attempt<T> attempt) {
        long begun = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                boolean isOver = pause > FIRST_PAUSE_MILLIS && System.nanoTime() - begun > most.toNanos();
                if (isOver || !Failure.isTransient(e)) {
                    throw failed(Failure.inWords(e), e);
                }
                log.accept(
                        "study %s: %s; trying again in %s s".formatted(database, Failure.inWords(e), pause / 1000.0));
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failed("stopped while it was away", e);
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    private UncheckedIOException failed(String why, Exception cause) {
        return new UncheckedIOException("study %s: %s".formatted(database, why), new IOException(cause));
    }
}
