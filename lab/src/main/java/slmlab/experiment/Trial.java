package slmlab.experiment;

import static slmlab.experiment.state.ErrorText.inWords;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import slmlab.chart.ChartException;
import slmlab.env.EnvException;
import slmlab.experiment.plan.Learners;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.RandomBaseline;
import slmlab.experiment.state.Background;
import slmlab.experiment.state.DamagedStateException;
import slmlab.experiment.state.RunLock;
import slmlab.metric.SessionMetrics;
import slmlab.metric.TrialMetrics;
import slmlab.report.Analysis;
import slmlab.report.Curves;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.MetaConfig;
import slmlab.tensor.State;

/// The sessions of one spec, side by side in this process, each on a thread of its own. [Lab] makes trials.
public final class Trial implements AutoCloseable {
    private final Plan plan;
    private final RunOptions options;
    private final RunFolder folder;
    private final Learners learners;
    private final Runnable begin;

    /// @param folder a new one, or one to resume in
    /// @param begin what to do first, once no other process trains in the folder
    Trial(Plan plan, RunOptions options, RunFolder folder, Learners learners, Runnable begin) {
        this.plan = plan;
        this.options = options;
        this.folder = folder;
        this.learners = learners;
        this.begin = begin;
    }

    public Plan plan() {
        return plan;
    }

    public RunFolder folder() {
        return folder;
    }

    /// Run all sessions and draw their curves.
    ///
    /// @param stop ends all sessions with a checkpoint once it is true; so does an interrupt of this thread, which
    ///     is handed on when all files are written
    /// @throws RunFailedException if a session failed; the others have run to their end
    /// @throws IllegalArgumentException if another process trains in the same folder
    public TrialResult run(Listener listener, AtomicBoolean stop) {
        try (Waiting waiting = new Waiting(stop);
                RunLock _ = RunLock.take(folder);
                RunLog log = new RunLog(folder, options.logLevel())) {
            folder.removeLeftovers();
            begin.run();
            Tracking tracking = Tracking.of(options.track(), folder, log::warn);
            try {
                TrialResult result = runSessions(listener.and(log).and(tracking), stop, waiting)
                        .withWarnings(tracking.close());
                result.warnings().forEach(log::warn);
                Provenance.end(folder, result.sessions());
                return result;
            } catch (RunFailedException e) {
                log.error(String.valueOf(e.getMessage()));
                tracking.close().forEach(log::warn);
                throw e;
            } catch (RuntimeException e) {
                tracking.close().forEach(log::warn);
                throw e;
            }
        }
    }

    /// Close what was made for a run that did not begin.
    @Override
    public void close() {
        learners.close();
    }

    private TrialResult runSessions(Listener listener, AtomicBoolean stop, Waiting waiting) {
        List<SessionResult> results = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        @Nullable Throwable cause = null;
        try (Background files = new Background()) {
            for (Future<SessionResult> future : start(files, listener, stop)) {
                try {
                    results.add(waiting.get(future));
                } catch (ExecutionException e) {
                    cause = cause == null || cause instanceof DamagedStateException ? e.getCause() : cause;
                    failures.add("session %s: %s".formatted(results.size() + failures.size(), inWords(e.getCause())));
                }
            }
        } catch (IllegalStateException | EnvException e) {
            if (failures.stream().noneMatch(failure -> failure.endsWith(inWords(e)))) { // a session may have met it too
                failures.add(inWords(e));
                cause = e.getCause() instanceof DamagedStateException damaged ? damaged : e;
            }
        }
        @Nullable TrialMetrics metrics = null;
        List<String> warnings = new ArrayList<>();
        try {
            if (results.stream().anyMatch(result -> result.table().size() > 0)) {
                RandomBaseline baseline = RandomBaseline.of(plan.env().name());
                warnings.addAll(baseline.notes());
                metrics = analyze(results, baseline.mean());
                if (!stop.get() || listener.isEnough()) { // whoever stopped it waits for the process to end
                    draw(results, warnings);
                }
            }
        } catch (UncheckedIOException e) {
            failures.add(inWords(e));
            cause = e;
        }
        if (!failures.isEmpty()) {
            long measured =
                    results.stream().filter(result -> result.table().size() > 0).count();
            String note = metrics == null
                    ? ""
                    : "the trial's metrics are of %s of its %s sessions"
                            .formatted(measured, plan.meta().maxSession());
            throw new RunFailedException(folder, failures, note, cause);
        }
        if (metrics != null) {
            listener.end(metrics);
        }
        return new TrialResult(folder, results, metrics, warnings);
    }

    private List<Future<SessionResult>> start(Background files, Listener listener, AtomicBoolean stop) {
        int count = plan.meta().maxSession();
        List<Callable<SessionResult>> work = new ArrayList<>();
        if (plan.meta().distributed() == MetaConfig.Distributed.NO) {
            for (int i = 0; i < count; i++) {
                int index = i;
                work.add(() ->
                        stop.get() ? SessionResult.notBegun(index) : runAlone(session(index, files, listener, stop)));
            }
            return submit(work, Math.min(count, options.threads()));
        }
        List<Session> workers = workers(files, listener, stop);
        workers.forEach(worker -> work.add(() -> run(worker)));
        return submit(work, count);
    }

    /// Make and load the workers of one agent one after the other, so that they find each other's weights.
    List<Session> workers(Background files, Listener listener, AtomicBoolean stop) {
        List<Session> workers = new ArrayList<>();
        try {
            for (int i = 0; i < plan.meta().maxSession(); i++) {
                workers.add(session(i, files, listener, stop));
            }
            new AgentWorkers(workers).load();
        } catch (RuntimeException e) {
            workers.forEach(Session::close);
            throw e;
        }
        return workers;
    }

    private Session session(int index, Background files, Listener listener, AtomicBoolean stop) {
        return new Session(learners, index, options, folder, files, listener, stop);
    }

    private static SessionResult runAlone(Session session) {
        try (session) {
            @Nullable State state = session.read();
            if (state == null) {
                session.warmStart();
            } else {
                session.load(state);
            }
            return session.run();
        }
    }

    private static SessionResult run(Session session) {
        try (session) {
            return session.run();
        }
    }

    private static List<Future<SessionResult>> submit(List<Callable<SessionResult>> work, int atATime) {
        ThreadFactory threads =
                Thread.ofPlatform().name("session", 0).daemon(true).factory();
        ExecutorService pool = Executors.newFixedThreadPool(atATime, threads);
        List<Future<SessionResult>> all = work.stream().map(pool::submit).toList();
        pool.shutdown(); // its threads end with the last of them
        return all;
    }

    private TrialMetrics analyze(List<SessionResult> results, double randomReturn) {
        List<SessionMetrics> sessions = new ArrayList<>();
        for (SessionResult result : results) {
            if (result.table().size() > 0) {
                sessions.add(Analysis.session(folder, result.session(), Phase.TRAIN, result.table(), randomReturn));
            }
        }
        return Analysis.trial(folder, sessions);
    }

    /// Draw the curves. Those that cannot be drawn or written cost a run nothing: their numbers are on disk.
    private void draw(List<SessionResult> results, List<String> warnings) {
        List<Table> tables = new ArrayList<>();
        List<Table> evaluations = new ArrayList<>();
        try {
            for (SessionResult result : results) {
                if (result.table().size() > 0) {
                    Curves.session(folder, result.session(), Phase.TRAIN, result.table());
                    tables.add(result.table());
                }
                if (result.evaluations() != null && result.evaluations().size() > 0) {
                    evaluations.add(result.evaluations());
                }
            }
            Curves.trial(folder, tables, evaluations);
        } catch (ChartException | UncheckedIOException | IllegalArgumentException e) {
            warnings.add("%s; once it can, slm-lab retro %s draws the curves".formatted(e.getMessage(), folder.path()));
        }
    }
}
