package slmlab.tensor.internal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A few threads that run one job together, again and again, without allocating: the caller is thread 0.
///
/// A waiting thread spins for some microseconds and then sleeps until the next job. The caller spins, and then gives
/// its core away again and again: a thread that it waits for may have none.
public final class Workers implements AutoCloseable {
    private static final int SPINS = 20_000;
    private static final int CALLER_SPINS = 500;

    private final Thread[] threads;
    private final State[] states;
    private volatile @Nullable Job job;
    private volatile boolean closed;

    public Workers(int count) {
        states = new State[count];
        threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            states[i] = new State();
        }
        for (int i = 1; i < count; i++) {
            int thread = i;
            threads[i] = Thread.ofPlatform().daemon().name("slmlab-worker-" + i).start(() -> serve(thread));
        }
    }

    /// Return the number of threads, including the caller.
    public int threads() {
        return states.length;
    }

    /// Run the job once on every thread and return when all are done. Call it from one thread at a time.
    @SuppressWarnings("ThreadPriorityCheck") // the right result does not depend on the yield, the speed may
    public void run(Job next) {
        job = next;
        for (int i = 1; i < states.length; i++) {
            states[i].call();
            LockSupport.unpark(threads[i]);
        }
        Throwable failure = null;
        try {
            next.run(0);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        for (int i = 1; i < states.length; i++) {
            State state = states[i];
            for (int spins = 0; state.done != state.called; spins++) {
                if (spins < CALLER_SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
            if (failure == null) {
                failure = state.failure;
            }
            state.failure = null;
        }
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        closed = true;
        for (int i = 1; i < threads.length; i++) {
            LockSupport.unpark(threads[i]);
        }
    }

    private void serve(int thread) {
        State state = states[thread];
        while (true) {
            int spins = 0;
            while (state.called == state.done) {
                if (closed) {
                    return;
                }
                if (spins++ < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.park(this);
                }
            }
            try {
                Job now = job;
                if (now != null) {
                    now.run(thread);
                }
            } catch (RuntimeException | Error e) {
                state.failure = e;
            }
            state.finish();
        }
    }

    /// Work split by thread.
    public interface Job {
        void run(int thread);
    }

    private static final class State {
        volatile long called; // written by the caller only
        volatile long done; // written by its thread only
        volatile @Nullable Throwable failure;

        void call() {
            long next = called + 1;
            called = next;
        }

        void finish() {
            long next = done + 1;
            done = next;
        }
    }
}
