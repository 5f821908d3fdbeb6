package slmlab.search.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.env.EnvException;
import slmlab.experiment.Lab;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.ErrorText;
import slmlab.experiment.state.RunLock;
import slmlab.metric.TrialMetrics;
import slmlab.run.RunFolder;
import slmlab.search.study.Claim;
import slmlab.search.study.Study;
import slmlab.search.study.TrialState;
import slmlab.spec.key.Written;
import slmlab.spec.text.SpecException;

/// Runs trials of a study, each in an ordinary run folder of its own. Threads may share one.
public final class TrialRunner {
    private static final TimeUnit MILLIS = TimeUnit.MILLISECONDS;
    private static final long LOOK_MILLIS = 100; // between two looks at whether to stop

    private final Study study;
    private final Path base;
    private final RunOptions options;
    private final Consumer<String> log;
    private final LongConsumer frames;

    /// How a trial ended.
    ///
    /// @param score NaN if there is none
    public record Ended(TrialState state, double score) {}

    /// @param base folder of the trials' run folders
    /// @param options of every trial; its seed is the study's and its name is made here
    /// @param log for what is worth a line
    public TrialRunner(Study study, Path base, RunOptions options, Consumer<String> log) {
        this(study, base, options, log, _ -> {});
    }

    /// @param frames gets the number of new frames with each row of a trial
    TrialRunner(Study study, Path base, RunOptions options, Consumer<String> log, LongConsumer frames) {
        this.study = study;
        this.base = base;
        this.options = options;
        this.log = log;
        this.frames = frames;
    }

    /// Return the seed of a trial: a run of its spec with this seed is the same run.
    public static long seed(long studySeed, int trial) {
        return studySeed + trial;
    }

    /// Run a trial to its end, and store it: done, pruned or failed. If `stop` becomes true first, the trial
    /// is given back with a checkpoint. If another worker has it meanwhile, nothing is stored.
    ///
    /// @return how it ended; empty if it has not ended here
    /// @throws UncheckedIOException if the study is gone or the disk is full: the trial can be resumed
    public Optional<Ended> run(Claim claim, AtomicBoolean stop) {
        Plan plan;
        try {
            plan = SearchPlan.plan(study.plan().spec(), claim.values(), "trial " + claim.number());
        } catch (SpecException e) {
            return fail(claim, e);
        }
        AtomicBoolean mine = new AtomicBoolean(stop.get());
        Reports reports = new Reports(study, claim, plan.meta().maxSession(), stop, mine, frames);
        try (ScheduledExecutorService timer = timer(claim)) {
            long beat = study.beatEvery().toMillis();
            Future<?> _ =
                    timer.scheduleWithFixedDelay(() -> mine.compareAndSet(false, stop.get()), 0, LOOK_MILLIS, MILLIS);
            Future<?> _ = timer.scheduleWithFixedDelay(reports::beat, beat, beat, MILLIS);
            while (isFree(claim, mine)) {
                Optional<TrialResult> result = run(claim, plan, reports, mine);
                if (result.isPresent()) {
                    timer.shutdownNow();
                    return end(claim, result.get(), reports);
                }
            }
            giveBack(claim);
            return Optional.empty();
        } catch (RunFailedException | EnvException | IllegalArgumentException | SpecException e) {
            return failed(claim, reports, e);
        } catch (UncheckedIOException e) {
            if (!reports.isBroken()) {
                giveBack(claim);
            }
            throw e;
        }
    }

    private static ScheduledExecutorService timer(Claim claim) {
        return Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform()
                .name("trial-%s-beat".formatted(claim.number()))
                .daemon()
                .factory());
    }

    /// Wait until the worker that had the trial before has let go of its folder: it may live on a little
    /// after it counts as lost. Return false if `stop` becomes true first.
    private boolean isFree(Claim claim, AtomicBoolean stop) {
        RunFolder folder = new RunFolder(folder(claim), study.plan().name());
        while (!stop.get() && Files.isDirectory(folder.path()) && RunLock.isHeld(folder)) {
            LockSupport.parkNanos(MILLIS.toNanos(LOOK_MILLIS));
        }
        return !stop.get();
    }

    /// Run a trial. Empty if the worker that had it before is in its folder after all.
    private Optional<TrialResult> run(Claim claim, Plan plan, Reports reports, AtomicBoolean stop) {
        Path folder = folder(claim);
        boolean isNew = !Files.isDirectory(folder);
        Trial opened;
        try {
            opened = open(claim, plan);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            if (isNew && Files.isDirectory(folder)) {
                return Optional.empty();
            }
            throw e;
        }
        try (Trial trial = opened) {
            return Optional.of(trial.run(reports, stop));
        } catch (IllegalArgumentException e) {
            if (RunLock.isHeld(new RunFolder(folder, study.plan().name()))) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Return the run folder of a trial: that of an earlier worker where it is to be seen from here.
    private Path folder(Claim claim) {
        return claim.folder().isEmpty() || !Files.isDirectory(Path.of(claim.folder()))
                ? base.resolve("t" + claim.number()).toAbsolutePath()
                : Path.of(claim.folder());
    }

    /// Make the trial ready, or ready to resume where an earlier worker has left a run folder.
    private Trial open(Claim claim, Plan plan) {
        Path folder = folder(claim);
        if (Files.isDirectory(folder)) {
            return Lab.reopen(RunFolder.open(folder), plan, options);
        }
        study.folder(claim, folder.toString());
        return Lab.begin(
                plan,
                options.data(base)
                        .name("t" + claim.number())
                        .seed(seed(study.plan().seed(), claim.number())));
    }

    private Optional<Ended> end(Claim claim, TrialResult result, Reports reports) {
        reports.throwIfBroken();
        TrialMetrics metrics = result.metrics();
        double score = result.meanReturn();
        if (!reports.isLost()) {
            result.warnings().forEach(log);
            if (!result.finished() && !reports.isPruned()) {
                giveBack(claim);
                return Optional.empty();
            }
            if (result.finished() && Double.isNaN(score)) {
                return fail(claim, new IllegalStateException("no episode has ended, so it has no mean return"));
            }
            TrialState state = result.finished() ? TrialState.DONE : TrialState.PRUNED;
            if (study.end(claim, state, score, numbers(metrics), null)) {
                return Optional.of(new Ended(state, score));
            }
        }
        log.accept("trial %s belongs to another worker now; it was stopped here".formatted(claim.number()));
        return Optional.empty();
    }

    private static Map<String, Double> numbers(@Nullable TrialMetrics metrics) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (metrics != null) {
            Written.of(metrics.scalar()).forEach((key, value) -> {
                if (value instanceof Double number) {
                    numbers.put(key, number);
                }
            });
        }
        return numbers;
    }

    private Optional<Ended> failed(Claim claim, Reports reports, RuntimeException e) {
        reports.throwIfBroken();
        for (Throwable cause = e; cause != null && !(cause instanceof EnvException); cause = cause.getCause()) {
            if (cause instanceof IOException why) { // the machine's fault: every other trial would fail too
                giveBack(claim);
                throw new UncheckedIOException(inWords(e), why);
            }
        }
        return fail(claim, e);
    }

    private Optional<Ended> fail(Claim claim, RuntimeException e) {
        String error = inWords(e);
        if (!study.end(claim, TrialState.FAILED, Double.NaN, Map.of(), error)) {
            return Optional.empty(); // another worker has it
        }
        log.accept("trial %s failed: %s".formatted(claim.number(), error));
        return Optional.of(new Ended(TrialState.FAILED, Double.NaN));
    }

    /// Return a failure on one line.
    static String inWords(RuntimeException e) {
        return ErrorText.inWords(e)
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("the files so far are kept"))
                .collect(Collectors.joining("; "));
    }

    private void giveBack(Claim claim) {
        if (!study.giveBack(claim)) {
            log.accept("trial %s belongs to another worker now".formatted(claim.number()));
        }
    }
}
