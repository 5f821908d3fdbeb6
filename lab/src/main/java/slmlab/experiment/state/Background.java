package slmlab.experiment.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One thread that writes files while sessions train. Of several writes under one name only the newest is done.
public final class Background implements AutoCloseable {
    private final Map<String, Runnable> waiting = new LinkedHashMap<>();
    private final Thread thread;
    private @Nullable Throwable failure;
    private boolean busy;
    private boolean closed;

    public Background() {
        this.thread = Thread.ofPlatform().name("files").daemon(true).start(this::work);
    }

    /// Queue a write, in place of one of the same name that still waits.
    ///
    /// @throws IllegalStateException if a write before has failed
    public synchronized void write(String name, Runnable write) {
        check();
        waiting.put(name, write);
        notifyAll();
    }

    /// Wait until all is written, also if this thread is interrupted meanwhile.
    public synchronized void flush() {
        boolean interrupted = false;
        while ((busy || !waiting.isEmpty()) && failure == null) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true; // a write that is not awaited would be lost
            }
        }
        handOn(interrupted);
        check();
    }

    /// Write what waits and end the thread.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        handOn(interrupted);
        synchronized (this) {
            check();
        }
    }

    private static void handOn(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void check() {
        if (failure != null) {
            throw new IllegalStateException(ErrorText.inWords(failure), failure);
        }
    }

    private void work() {
        while (true) {
            try {
                List<Runnable> batch = next();
                if (batch.isEmpty()) {
                    return;
                }
                batch.forEach(Runnable::run);
            } catch (RuntimeException | Error | InterruptedException e) {
                fail(e);
                return;
            }
            synchronized (this) {
                busy = false;
                notifyAll();
            }
        }
    }

    /// Return what waits to be written; nothing once the thread is to end.
    private synchronized List<Runnable> next() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        List<Runnable> batch = new ArrayList<>(waiting.values());
        waiting.clear();
        busy = !batch.isEmpty();
        return batch;
    }

    private synchronized void fail(Throwable e) {
        failure = e;
        busy = false;
        waiting.clear();
        notifyAll();
    }
}
