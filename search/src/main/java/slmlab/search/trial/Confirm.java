package slmlab.search.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import slmlab.env.EnvException;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.metric.Metrics;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.search.study.Confirmation;
import slmlab.search.study.Standing;
import slmlab.search.study.Study;
import slmlab.search.study.TrialRow;
import slmlab.spec.MetaConfig;
import slmlab.spec.text.SpecException;

/// Trains the best trials of a study again on seeds that no trial used: the best of many single runs can be a lucky
/// one. Each is an ordinary run of four sessions in `confirm/t7`, which resumes after a stop.
///
/// @param options of the runs; their threads are all that the search has
/// @param stop ends a run with a checkpoint
/// @param log for what is worth a line
/// @param frames gets the number of new frames with each row
record Confirm(
        Study study,
        SearchFolder folder,
        RunOptions options,
        AtomicBoolean stop,
        Consumer<String> log,
        LongConsumer frames) {
    /// Trials that are trained again, unless told otherwise.
    static final int TRIALS = 3;

    private static final int SESSIONS = 4;
    private static final int SHARE = 4; // at most one part in so many of the search's frames, unless asked for
    private static final long FIRST_SEED = 1_000_000; // above the seeds of all trials

    /// Return how many frames the best trials take, those that are confirmed excepted.
    long cost(int most) {
        return due(most).stream()
                .mapToLong(trial -> SESSIONS * plan(trial).env().maxFrame())
                .sum();
    }

    /// Return why the best trials are not trained again unless asked for; empty if they are.
    ///
    /// @param spent frames of the search
    Optional<String> tooExpensive(long spent) {
        long cost = cost(TRIALS);
        return cost <= spent / SHARE
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "not confirmed: the best %d on %d fresh seeds each take %,d frames, more than a quarter of the"
                                + " search's %,d; --confirm trains them",
                        due(TRIALS).size(),
                        SESSIONS,
                        cost,
                        spent));
    }

    /// Return why trials of this study cannot be trained again; null if they can.
    static @Nullable String cannot(Plan plan) {
        return plan.meta().distributed() == MetaConfig.Distributed.NO
                ? null
                : "not confirmed: the sessions of a distributed spec share one agent; train the best spec again with"
                        + " other seeds";
    }

    private List<TrialRow> due(int most) {
        Standing standing = study.standing();
        return standing.candidates().stream()
                .limit(most)
                .filter(trial -> standing.of(trial).isEmpty())
                .toList();
    }

    /// Train the best trials again, those that are confirmed excepted.
    void run(int most) {
        for (TrialRow trial : due(most)) {
            if (stop.get()) {
                return;
            }
            log.accept("confirming trial %s on %s fresh seeds".formatted(trial.number(), SESSIONS));
            run(trial).ifPresent(confirmation -> {
                study.confirm(confirmation);
                log.accept("trial %s: %s".formatted(trial.number(), confirmation.inWords()));
            });
        }
    }

    /// Train a trial again. Empty if it was stopped before its end.
    private Optional<Confirmation> run(TrialRow trial) {
        long seed = Math.addExact(study.plan().seed(), FIRST_SEED);
        try (Trial again = open(trial, seed)) {
            TrialResult result = again.run(new Frames(frames), stop);
            result.warnings().forEach(log);
            List<Double> scores =
                    result.sessions().stream().map(SessionResult::meanReturn).toList();
            return result.finished()
                    ? Optional.of(
                            scores.stream().anyMatch(score -> Double.isNaN(score))
                                    ? new Confirmation(trial.number(), seed, List.of(), "no episode ended in a session")
                                    : new Confirmation(trial.number(), seed, scores, null))
                    : Optional.empty();
        } catch (RunFailedException | EnvException | IllegalArgumentException | SpecException e) {
            for (Throwable cause = e; cause != null && !(cause instanceof EnvException); cause = cause.getCause()) {
                if (cause instanceof IOException why) { // the machine's fault, not the trial's
                    throw new UncheckedIOException(TrialRunner.inWords(e), why);
                }
            }
            return Optional.of(new Confirmation(trial.number(), seed, List.of(), TrialRunner.inWords(e)));
        }
    }

    private Trial open(TrialRow trial, long seed) {
        Path path = folder.confirmed(trial.number());
        return Files.isDirectory(path)
                ? Lab.reopen(RunFolder.open(path), options)
                : Lab.begin(
                        plan(trial),
                        options.data(folder.confirmed())
                                .name("t" + trial.number())
                                .seed(seed));
    }

    private Plan plan(TrialRow trial) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>(trial.values());
        values.put("meta.max_session", SESSIONS);
        return SearchPlan.plan(study.plan().spec(), values, "trial " + trial.number());
    }

    /// Counts new frames.
    private static final class Frames implements Listener {
        private final LongConsumer frames;
        private final long[] seen = new long[SESSIONS];

        Frames(LongConsumer frames) {
            this.frames = frames;
        }

        @Override
        public synchronized void begin(int session, long frame, long maxFrame) {
            seen[session] = frame;
        }

        @Override
        public synchronized void row(int session, Table table, long episodes, double mean) {
            double[] at = table.column(Metrics.FRAME.name());
            long frame = at.length == 0 ? 0 : (long) at[at.length - 1];
            frames.accept(Math.max(0, frame - seen[session]));
            seen[session] = Math.max(seen[session], frame);
        }
    }
}
