package slmlab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Ctrl-C while a run goes on: asks it to stop, and lets this process end once the run's checkpoints are written.
final class Interrupt implements AutoCloseable {
    private static final int PATIENCE = 60;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted);

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// True once the run shall end.
    AtomicBoolean stop() {
        return stop;
    }

    private void interrupted() {
        stop.set(true);
        try {
            if (!ended.await(PATIENCE, TimeUnit.SECONDS)) {
                System.err.println(
                        "the sessions did not stop in %s seconds; the last state on disk is older".formatted(PATIENCE));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The run is over and all is told.
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            return; // the process ends already
        }
    }
}
