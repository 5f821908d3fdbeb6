package slmlab.tensor;

import java.util.function.IntConsumer;
import slmlab.tensor.internal.Workers;

/// Threads that programs share: the large calls of whichever program runs are split over them, and no bit changes.
///
/// One thread at a time runs the programs of a pool; it does part of the work itself.
public final class Pool implements AutoCloseable {
    private final Workers workers;

    /// @param threads how many, the caller included
    public Pool(int threads) {
        if (threads < 2) {
            throw new IllegalArgumentException("a pool of %s threads; needs at least 2".formatted(threads));
        }
        this.workers = new Workers(threads);
    }

    /// Run work once on every thread, each with its number from 0, and return when all are done. The first
    /// exception, in order of the threads, is thrown.
    public void run(IntConsumer work) {
        workers.run(work::accept);
    }

    /// Return the threads themselves, for backends on the JVM.
    public Workers workers() {
        return workers;
    }

    /// End the threads.
    @Override
    public void close() {
        workers.close();
    }
}
