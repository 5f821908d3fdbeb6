package slmlab.search.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import slmlab.search.study.Claim;
import slmlab.search.study.Study;

/// Threads that claim trials of a study and run them side by side. One that fails stops the others.
///
/// @param name what the names of these workers begin with
/// @param stop ends all trials with a checkpoint
record TrialThreads(Study study, String name, AtomicBoolean stop) {
    private static final long POLL_MILLIS = 500; // while trials of other processes run

    /// Run trials until there are none to wait for, or `stop` is true.
    ///
    /// @param atATime trials that run side by side
    /// @param trial runs one
    /// @param isDone whether a thread that can claim nothing now leaves
    void run(int atATime, Consumer<Claim> trial, BooleanSupplier isDone) {
        try (ExecutorService pool = Executors.newFixedThreadPool(
                atATime, Thread.ofPlatform().name("trial", 0).daemon().factory())) {
            List<Future<?>> threads = new ArrayList<>();
            for (int i = 0; i < atATime; i++) {
                String worker = "%s/%s".formatted(name, i);
                threads.add(pool.submit(() -> work(worker, trial, isDone)));
            }
            threads.forEach(this::await);
        }
    }

    /// Return whether a worker of that name is one of these.
    boolean has(String worker) {
        return worker.startsWith(name + "/");
    }

    private void work(String worker, Consumer<Claim> trial, BooleanSupplier isDone) {
        try {
            while (!stop.get()) {
                Optional<Claim> claim = study.claim(worker);
                if (claim.isPresent()) {
                    trial.accept(claim.get());
                } else if (isDone.getAsBoolean()) {
                    return;
                } else {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS); // the worker of one of them may be lost
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            stop.set(true);
            throw e;
        }
    }

    /// Wait for a thread. The error of one that fails is thrown once the others have stopped.
    private void await(Future<?> thread) {
        try {
            thread.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            stop.set(true);
        }
    }
}
