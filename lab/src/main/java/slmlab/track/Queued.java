package slmlab.track;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A tracker behind a bounded queue and a thread of its own, so that one that is down, full or slow costs a run nothing
/// but the rows that it misses. What goes wrong is said once when it begins, and counted at the end.
final class Queued {
    private final String name;
    private final Tracker tracker;
    private final int most;
    private final Backoff backoff;
    private final Consumer<String> log;
    private final Thread thread;

    // all guarded by this
    private final Deque<Event> waiting = new ArrayDeque<>();
    private int rows; // waiting or in the batch
    private long offered;
    private long lost;
    private boolean isClosing;
    private boolean isFailing;

    private final Deque<Event> batch = new ArrayDeque<>(); // of the thread alone
    private volatile @Nullable String told;

    /// How long to wait.
    ///
    /// @param first milliseconds after a failure; doubled after each further one
    /// @param longest of these
    /// @param patience milliseconds at the end of a run, for what is still waiting
    /// @param impatience the same, if the last try has failed
    record Backoff(long first, long longest, long patience, long impatience) {
        static final Backoff USUAL = new Backoff(1_000, 30_000, 20_000, 1_000);
    }

    /// @param name for messages
    /// @param most rows that may wait
    Queued(String name, Tracker tracker, int most, Backoff backoff, Consumer<String> log) {
        this.name = name;
        this.tracker = tracker;
        this.most = most;
        this.backoff = backoff;
        this.log = log;
        this.thread = Thread.ofPlatform().name("track-" + name).daemon(true).start(this::run);
    }

    /// Add an event, or count a row as lost if too many are waiting. Never waits.
    synchronized void offer(Event event) {
        boolean isFull = rows >= most;
        if (event instanceof Event.Row) {
            offered++;
            lost += isFull ? 1 : 0;
            rows += isFull ? 0 : 1;
        }
        if (isFull && (event instanceof Event.Row || event instanceof Event.Weights)) {
            return;
        }
        waiting.add(event);
        notifyAll();
    }

    private void run() {
        try {
            long pause = backoff.first;
            while (fill()) {
                if (deliver()) {
                    pause = backoff.first;
                } else if (!pause(pause)) {
                    return; // the run is over and this was the last try
                } else {
                    pause = Math.min(2 * pause, backoff.longest);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // close() lost its patience
        } finally {
            settle(isFailing());
            try {
                tracker.close();
            } catch (IOException e) {
                tell(e);
            }
        }
    }

    /// Wait for events and take them all; return false if there are none left and none will come.
    private synchronized boolean fill() throws InterruptedException {
        while (waiting.isEmpty() && batch.isEmpty() && !isClosing) {
            wait();
        }
        batch.addAll(waiting);
        waiting.clear();
        return !batch.isEmpty();
    }

    private boolean deliver() throws InterruptedException {
        try {
            tracker.take(batch);
            if (!batch.isEmpty()) {
                throw new IllegalStateException("%s left %s events".formatted(name, batch.size()));
            }
            settle(false);
            return true;
        } catch (IOException | RuntimeException e) {
            settle(true);
            tell(e);
            return false;
        }
    }

    /// Count what is left after a try.
    private synchronized void settle(boolean failed) {
        isFailing = failed;
        rows = count(batch) + count(waiting);
    }

    private synchronized boolean isFailing() {
        return isFailing;
    }

    private static int count(Deque<Event> events) {
        return (int) events.stream().filter(Event.Row.class::isInstance).count();
    }

    /// Wait before the next try; return false if the run has ended, so that there is none.
    private synchronized boolean pause(long milliseconds) throws InterruptedException {
        boolean wasClosing = isClosing;
        long until = System.nanoTime() + milliseconds * 1_000_000;
        while (!isClosing && System.nanoTime() < until) {
            wait(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        }
        return !wasClosing;
    }

    private void tell(Exception e) {
        if (told == null) {
            told = e.getMessage() == null ? e.toString() : e.getMessage();
            log.accept("%s: %s; it is tried again, and the run continues".formatted(name, told));
        }
    }

    /// Deliver what is waiting, with little patience, and end the thread.
    ///
    /// @return what to say: how many rows were lost, and why; null if none
    @Nullable
    String close() {
        long patience;
        synchronized (this) {
            isClosing = true;
            patience = isFailing ? backoff.impatience : backoff.patience;
            notifyAll();
        }
        try {
            if (!thread.join(Duration.ofMillis(patience))) {
                thread.interrupt();
                thread.join(Duration.ofMillis(backoff.impatience));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            long missing = lost + rows;
            return missing == 0
                    ? null
                    : String.format(
                            Locale.ROOT,
                            "%s: %,d of %,d rows were not delivered%s",
                            name,
                            missing,
                            offered,
                            told == null ? ": too slow" : " (" + told + ")");
        }
    }
}
