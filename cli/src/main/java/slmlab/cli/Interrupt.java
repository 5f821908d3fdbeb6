package slmlab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Ctrl-C during a run: ask it to stop, and end the process once the run's checkpoints are written. A
/// second one ends it at once.
public final class Interrupt implements AutoCloseable {
    private static final int SILENCE = 1; // second, in which most runs stop
    private static final int PATIENCE = 60;
    private static final AtomicInteger OPEN = new AtomicInteger(); // runs of a job go side by side
    private static volatile boolean stopping;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted);
    private final Supplier<String> waiting;
    private final Supplier<String> resume;

    /// @param waiting what a run that should stop is still doing
    /// @param resume how to resume it, a line
    public Interrupt(Supplier<String> waiting, Supplier<String> resume) {
        this.waiting = waiting;
        this.resume = resume;
        OPEN.incrementAndGet();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Return whether a run is active.
    static boolean isOpen() {
        return OPEN.get() > 0;
    }

    /// Return whether this process is ending, so that no further run starts.
    public static boolean isStopping() {
        return stopping;
    }

    /// The flag that asks the run to stop.
    public AtomicBoolean stop() {
        return stop;
    }

    private void interrupted() {
        Exits.stranger().ifPresent(place -> Exits.fail(place, line(resume)));
        boolean again = Signals.haltOnNext(() -> System.err.print(line(resume)));
        stopping = true;
        stop.set(true);
        try {
            if (ended.await(SILENCE, TimeUnit.SECONDS)) {
                return;
            }
            System.err.println("waiting for " + waiting.get() + (again ? "; press Ctrl-C again to stop now" : ""));
            if (!ended.await(PATIENCE, TimeUnit.SECONDS)) {
                System.err.print("it did not stop in %s seconds%n%s".formatted(PATIENCE, line(resume)));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String line(Supplier<String> text) {
        return text.get() + System.lineSeparator();
    }

    /// Let the process end: the run is over and its output is printed.
    @Override
    public void close() {
        OPEN.decrementAndGet();
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            return; // the process ends already
        }
    }
}
