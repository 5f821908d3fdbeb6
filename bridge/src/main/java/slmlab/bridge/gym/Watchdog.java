package slmlab.bridge.gym;

/// A thread that ends workers that do not answer, so that no call waits forever.
final class Watchdog implements AutoCloseable {
    private static final long TICK = 100; // ms

    private final PythonWorker[] workers;
    private final Thread thread;

    /// @param workers may change: those of the moment are watched
    Watchdog(PythonWorker[] workers) {
        this.workers = workers;
        this.thread = Thread.ofPlatform().daemon().name("python-watchdog").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(TICK);
                synchronized (workers) {
                    for (PythonWorker worker : workers) {
                        if (worker != null) {
                            worker.tick(TICK);
                        }
                    }
                }
            }
        } catch (InterruptedException _) {
            return; // closed
        }
    }

    /// Replace a worker.
    void watch(int index, PythonWorker worker) {
        synchronized (workers) {
            workers[index] = worker;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
