package slmlab.bridge.gym;

/// A thread that ends workers that do not answer, so that no call waits for ever.
final class Watchdog implements AutoCloseable {
    private static final long TICK = 100; // ms

    private final Worker[] workers;
    private final Thread thread;

    /// @param workers may change: those of the moment are watched
    Watchdog(Worker[] workers) {
        this.workers = workers;
        this.thread = Thread.ofPlatform().daemon().name("python-watchdog").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(TICK);
                synchronized (workers) {
                    for (Worker worker : workers) {
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
    void watch(int index, Worker worker) {
        synchronized (workers) {
            workers[index] = worker;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
