package slmlab.experiment;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/// Waits for results while an interrupt only sets a flag that asks for the end. The interrupt is held back until this
/// is closed, because it would close every file that this thread writes meanwhile.
final class Waiting implements AutoCloseable {
    private final AtomicBoolean stop;
    private boolean interrupted;

    /// @param stop set by an interrupt
    Waiting(AtomicBoolean stop) {
        this.stop = stop;
        if (Thread.interrupted()) {
            interrupted();
        }
    }

    /// Return a result, however long it takes.
    <T> T get(Future<T> result) throws ExecutionException {
        while (true) {
            try {
                return result.get();
            } catch (InterruptedException _) {
                interrupted();
            }
        }
    }

    private void interrupted() {
        interrupted = true;
        stop.set(true);
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
