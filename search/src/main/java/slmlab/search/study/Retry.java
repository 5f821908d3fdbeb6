package slmlab.search.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Tries what a database may do a little later: its server restarts, its file is locked, its disk is full.
///
/// @param database as the user called it
/// @param log for a line each time that something is tried again
/// @param most how long before it fails; once it is tried again in any case
/// @param stop whether the process is asked to stop: then it is tried for a second more, so that trials can be
///     given back
record Retry(String database, Consumer<String> log, Duration most, BooleanSupplier stop) {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final Duration AFTER_STOP = Duration.ofSeconds(1);

    Retry(String database, Consumer<String> log, Duration most) {
        this(database, log, most, () -> false);
    }

    /// What is tried.
    interface Attempt<T> {
        T run() throws SQLException;
    }

    <T> T run(Attempt<T> attempt) {
        long begun = System.nanoTime();
        long stopped = 0; // when it was first seen to be asked to stop
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                long now = System.nanoTime();
                stopped = stopped == 0 && stop.getAsBoolean() ? now : stopped;
                boolean isOver = (pause > FIRST_PAUSE_MILLIS && now - begun > most.toNanos())
                        || (stopped != 0 && now - stopped > AFTER_STOP.toNanos());
                if (isOver || !Failure.isTransient(e)) {
                    throw failed(Failure.inWords(e), e);
                }
                log.accept(
                        "study %s: %s; trying again in %s s".formatted(database, Failure.inWords(e), pause / 1000.0));
            }
            try {
                pause(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failed("stopped while it was away", e);
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    /// Wait, but not much longer than until it is asked to stop.
    private void pause(long millis) throws InterruptedException {
        for (long left = millis; left > 0; left -= FIRST_PAUSE_MILLIS) {
            Thread.sleep(Math.min(left, FIRST_PAUSE_MILLIS));
            if (stop.getAsBoolean()) {
                return;
            }
        }
    }

    private UncheckedIOException failed(String why, Exception cause) {
        return new UncheckedIOException("study %s: %s".formatted(database, why), new IOException(cause));
    }
}
