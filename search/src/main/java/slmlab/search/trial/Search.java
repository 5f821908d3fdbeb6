package slmlab.search.trial;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.search.study.Claim;
import slmlab.search.study.Study;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// Runs the trials of a study on this machine, several at a time, until all are over or a budget is spent.
public final class Search {
    private final Study study;
    private final TrialThreads threads;
    private final TrialRunner runner;
    private final Settings settings;
    private final Keeper keeper;
    private final AtomicLong frames;
    private final AtomicBoolean stop;
    private final Consumer<Integer> ended;
    private final Plan plan;
    private final Confirm confirm;
    private volatile String spent = "";
    private String unconfirmed = "";

    /// @param atATime trials that run side by side
    /// @param keep trials whose models are kept; −1 for all
    /// @param time after which no more is run; null for no limit
    /// @param frames in all trials and sessions, after which no more is run; null for no limit
    /// @param confirm trials that are trained again on fresh seeds; null for three if that is cheap
    public record Settings(
            int atATime,
            int keep,
            @Nullable Duration time,
            @Nullable Long frames,
            @Nullable Integer confirm) {}

    /// @param options of every trial
    /// @param stop ends all trials with a checkpoint
    /// @param log for what is worth a line
    /// @param ended gets the number of each trial that has ended
    public Search(
            Study study,
            SearchFolder folder,
            RunOptions options,
            Settings settings,
            AtomicBoolean stop,
            Consumer<String> log,
            Consumer<Integer> ended) {
        this.study = study;
        this.threads = new TrialThreads(study, folder.worker(), stop);
        this.settings = settings;
        this.stop = stop;
        this.ended = ended;
        List<TrialRow> trials = study.trials();
        this.keeper = new Keeper(folder, settings.keep, trials);
        this.plan = SearchPlan.plan(study.plan().spec(), Map.of(), folder.name());
        this.frames = new AtomicLong(plan.meta().maxSession()
                * trials.stream().mapToLong(TrialRow::frame).sum());
        this.confirm = new Confirm(
                study,
                folder,
                options.threads(Math.min(Plan.MOST_THREADS, options.threads() * settings.atATime)),
                stop,
                log,
                this::count);
        this.runner = new TrialRunner(study, folder.path(), options, log, this::count);
    }

    /// Return what ended the search before its last trial; empty if nothing did.
    public String spent() {
        return spent;
    }

    /// Return why the best trials were not trained again on fresh seeds; empty if they were, or were not to be.
    public String unconfirmed() {
        return unconfirmed;
    }

    private void count(long more) {
        long all = frames.addAndGet(more);
        if (settings.frames != null && all >= settings.frames) {
            end("its %s frames".formatted(settings.frames));
        }
    }

    private void end(String budget) {
        spent = budget;
        stop.set(true);
    }

    /// Run until no trial is left. The caller holds the lock of the folder, so workers of before are dead.
    public void run() {
        count(0);
        study.trials().stream()
                .filter(trial -> trial.state() == TrialState.RUNNING && threads.has(trial.worker()))
                .map(TrialRow::worker)
                .distinct()
                .forEach(study::bury);
        try (var timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("search-budget").daemon().factory())) {
            if (settings.time != null) {
                Future<?> _ = timer.schedule(() -> end("its time"), settings.time.toMillis(), TimeUnit.MILLISECONDS);
            }
            try {
                threads.run(settings.atATime, this::run, this::isDone);
                confirm();
            } finally {
                timer.shutdownNow();
            }
        }
    }

    /// Train the best trials again once all have ended.
    private void confirm() {
        int most = settings.confirm == null ? Confirm.TRIALS : settings.confirm;
        if (stop.get() || most == 0 || !study.isOver() || confirm.cost(most) == 0) {
            return;
        }
        String cannot = Confirm.cannot(plan);
        unconfirmed = cannot != null
                ? cannot
                : settings.confirm == null ? confirm.tooExpensive(frames.get()).orElse("") : "";
        if (unconfirmed.isEmpty()) {
            confirm.run(most);
        }
    }

    private boolean isDone() {
        return study.trials().stream().allMatch(trial -> trial.state().isOver() || threads.has(trial.worker()));
    }

    private void run(Claim claim) {
        runner.run(claim, stop).ifPresent(end -> {
            keeper.ended(claim.number(), end.state(), end.score());
            ended.accept(claim.number());
        });
    }
}
