package slmlab.search.pbt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.Lab;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.StopAt;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;

/// The run folders of a population, and how they train: each on one thread, several side by side.
///
/// @param home in which they lie
/// @param size how many there are
/// @param options of all of them; a member's seed is so much higher as its number
record Members(Path home, int size, RunOptions options) {

    /// A member after an interval.
    ///
    /// @param episodes that have ended since the beginning
    /// @param returns of the last 100 of them, the oldest first; none if it failed
    /// @param isStopped whether it was stopped before its end
    /// @param failure what it failed of; null if it did not
    record Trained(
            long episodes,
            List<Double> returns,
            boolean isStopped,
            @Nullable RunFailedException failure) {

        /// Return the mean return of the episodes that ended in the interval, the last 100 at most; where none
        /// did, of the last 100 before. NaN if there are none at all.
        ///
        /// @param before episodes that had ended before the interval
        double score(long before) {
            long ended = Math.min(episodes - before, returns.size());
            return returns.stream()
                    .skip(ended > 0 ? returns.size() - ended : 0)
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    Path folder(int member) {
        return home.resolve(name(member));
    }

    private static String name(int member) {
        return "member_" + member;
    }

    /// Train all members up to a frame, those that are there already excepted.
    ///
    /// @param plans what a member begins with
    /// @throws RunFailedException if all of them fail
    List<Trained> train(IntFunction<Plan> plans, long until, AtomicBoolean stop) {
        List<Trained> trained = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(Math.min(size, options.threads()))) {
            List<Future<Trained>> futures = IntStream.range(0, size)
                    .mapToObj(member -> threads.submit(() -> train(member, plans, until, stop)))
                    .toList();
            for (Future<Trained> future : futures) {
                trained.add(future.get());
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while members train", e);
        }
        List<RunFailedException> failures =
                trained.stream().map(Trained::failure).filter(Objects::nonNull).toList();
        if (failures.size() == size) {
            throw failures.getFirst();
        }
        return trained;
    }

    private Trained train(int member, IntFunction<Plan> plans, long until, AtomicBoolean stop) {
        if (stop.get()) {
            return new Trained(0, List.of(), true, null);
        }
        StopAt listener = new StopAt(until, stop);
        RunOptions own = options.data(home)
                .name(name(member))
                .seed(options.seed() + member)
                .threads(1);
        try (Trial trial = Files.exists(folder(member))
                ? Lab.reopen(RunFolder.open(folder(member)), own)
                : Lab.begin(plans.apply(member), own)) {
            TrialResult result = trial.run(listener, listener.stop());
            SessionResult session = result.sessions().getFirst();
            boolean isThere = session.finished() || session.frame() >= until;
            return new Trained(session.episodes(), session.returns(), !isThere, null);
        } catch (RunFailedException e) {
            return new Trained(0, List.of(), false, e);
        } catch (RuntimeException | Error e) {
            stop.set(true); // the others end with a state
            throw e;
        }
    }
}
