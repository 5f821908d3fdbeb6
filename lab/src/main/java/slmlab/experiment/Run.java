package slmlab.experiment;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import slmlab.experiment.plan.Learners;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;

/// A run that trains on its own threads, while the program that started it does something else.
///
/// ```java
/// Run run = Lab.start(Path.of("spec/ppo/cartpole.json"), "ppo_cartpole", RunOptions.defaults());
/// System.out.println(run.progress());
/// run.stop();                        // every session saves its state and ends
/// TrialResult result = run.await();
/// ```
///
/// All methods may be called from any thread. A run keeps the JVM alive until it ends.
public final class Run {
    private final RunFolder folder;
    private final SessionProgress progress;
    private final AtomicBoolean stop;
    private final CompletableFuture<TrialResult> result;

    private Run(RunFolder folder, SessionProgress progress, AtomicBoolean stop, CompletableFuture<TrialResult> result) {
        this.folder = folder;
        this.progress = progress;
        this.stop = stop;
        this.result = result;
    }

    /// Begin a trial and run it, both on a new thread: an interrupt of the caller's would close the files that are
    /// being written.
    ///
    /// @param begin makes the trial; what it throws, this method throws
    static Run start(Supplier<Trial> begin, Listener listener, AtomicBoolean stop) {
        CompletableFuture<Run> begun = new CompletableFuture<>();
        CompletableFuture<TrialResult> result = new CompletableFuture<>();
        Thread.ofPlatform().name("run").start(() -> {
            try {
                result.complete(run(begin, listener, stop, begun, result)); // when everything is closed
            } catch (RuntimeException | Error e) {
                begun.completeExceptionally(e); // nothing happens if it has begun
                result.completeExceptionally(e);
            }
        });
        return waitFor(begun, stop);
    }

    private static TrialResult run(
            Supplier<Trial> begin,
            Listener listener,
            AtomicBoolean stop,
            CompletableFuture<Run> begun,
            CompletableFuture<TrialResult> result) {
        try (Trial trial = begin.get()) {
            SessionProgress progress = progress(trial.plan());
            begun.complete(new Run(trial.folder(), progress, stop, result));
            return trial.run(progress.and(listener), stop);
        }
    }

    private static SessionProgress progress(Plan plan) {
        return new SessionProgress(plan.meta().maxSession(), Learners.frames(plan));
    }

    /// Return the run folder.
    public RunFolder folder() {
        return folder;
    }

    /// Return how far the run has come.
    public RunProgress progress() {
        return progress.now();
    }

    /// Ask the run to stop, as Ctrl-C does: every session saves its state and ends, and [Lab#resume] continues it
    /// bit for bit. Returns at once; [#await] waits for the end.
    public void stop() {
        stop.set(true);
    }

    /// Return whether the run has ended and all its files are written.
    public boolean isDone() {
        return result.isDone();
    }

    /// Wait for the end of the run. If this thread is interrupted, the run stops as with [#stop]; the result is
    /// returned once the states are saved, and the thread's interrupt flag is set.
    ///
    /// @throws RunFailedException if a session failed
    public TrialResult await() {
        return waitFor(result, stop);
    }

    private static <T> T waitFor(CompletableFuture<T> future, AtomicBoolean stop) {
        try (Waiting waiting = new Waiting(stop)) {
            return waiting.get(future);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException thrown -> throw thrown;
                case Error thrown -> throw thrown;
                case null, default -> throw new CompletionException(e); // a run throws no others
            }
        }
    }
}
