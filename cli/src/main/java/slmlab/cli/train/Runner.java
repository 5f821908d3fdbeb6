package slmlab.cli.train;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.Interrupt;
import slmlab.cli.hub.UploadFlag;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.profile.Profiler;
import slmlab.experiment.state.DamagedStateException;
import slmlab.metric.TrialMetrics;
import slmlab.run.RunFolder;

/// Run a trial for someone at a terminal: progress, Ctrl-C, what came of it.
public final class Runner {
    private final RunOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;
    private final boolean profiled;
    private final boolean rendered;
    private final @Nullable RunDashboard dashboard;
    private final UploadFlag upload;

    /// @param dashboard shows the runs; null for none
    Runner(
            RunOptions options,
            boolean quiet,
            boolean profiled,
            boolean rendered,
            @Nullable RunDashboard dashboard,
            UploadFlag upload,
            PrintWriter out,
            PrintWriter err) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.quiet = quiet;
        this.profiled = profiled;
        this.rendered = rendered;
        this.dashboard = dashboard;
        this.upload = upload;
    }

    /// Train in a new run folder.
    int train(Plan plan) {
        return train(plan, _ -> {});
    }

    /// Train in a new run folder, and hand over the result.
    int train(Plan plan, Consumer<TrialResult> results) {
        RunFolder folder;
        int code;
        try (Trial trial = Lab.begin(plan, options)) {
            folder = trial.folder();
            out.println(String.format(
                    Locale.ROOT,
                    "%s: %s on %s, %s of %,d frames, seed %d",
                    plan.spec().name(),
                    plan.algorithm().name(),
                    plan.env().name(),
                    Counts.of(plan.meta().maxSession(), "session"),
                    plan.env().maxFrame(),
                    options.seed()));
            warn(plan, err);
            code = run(trial, result -> {
                results.accept(result);
                return tell(result);
            });
        }
        return uploaded(folder, code);
    }

    /// Say what a spec has that is probably not meant, or has no effect.
    public static void warn(Plan plan, PrintWriter err) {
        plan.warnings().forEach(warning -> err.println("warning: %s %s".formatted(warning.path(), warning.message())));
    }

    /// Resume the run in a folder.
    int resume(RunFolder folder, Plan plan) {
        int code;
        try (Trial trial = Lab.reopen(folder, plan, options)) {
            out.println("resuming %s".formatted(folder.path()));
            code = run(trial, this::tell);
        }
        return uploaded(folder, code);
    }

    /// Upload a run that nobody trains any more, if that was asked for; return the exit code of both.
    int uploaded(RunFolder folder, int code) {
        return upload.after(folder.path(), code, out, err);
    }

    /// Run a trial. Everything is printed before the interrupt is closed: after Ctrl-C the process ends then.
    ///
    /// @param tell says what came of it, and how the process ends
    int run(Trial trial, ToIntFunction<TrialResult> tell) {
        RunFolder folder = trial.folder();
        if (dashboard != null) {
            dashboard.show(folder);
        }
        TrainingProgress progress = new TrainingProgress(out, trial.plan(), quiet, options);
        @Nullable Profiler profiler = profiled ? Profiler.start() : null;
        try (Interrupt interrupt =
                        new Interrupt(() -> progress.waitingFor(folder), () -> resumeLine(folder, trial.plan()));
                Window window = rendered ? Window.open(folder.name(), err) : Window.NONE) {
            Listener listener = progress.and(window);
            return tried(trial, () -> {
                TrialResult result = trial.run(listener, interrupt.stop());
                int code = tell.applyAsInt(result);
                if (profiler != null) {
                    tellProfile(profiler, result);
                }
                return code;
            });
        } finally {
            if (profiler != null) {
                profiler.close();
            }
        }
    }

    private void tellProfile(Profiler profiler, TrialResult result) {
        long frames = result.sessions().stream().mapToLong(SessionResult::frame).sum();
        Path file = result.folder().profile();
        profiler.stop(file, frames).lines().forEach(out::println);
        out.println("profile " + file);
        out.flush();
    }

    private int tried(Trial trial, IntSupplier run) {
        try {
            return run.getAsInt();
        } catch (RunFailedException e) {
            out.flush();
            err.println("the run failed: " + e.getMessage());
            err.println(
                    hasState(trial.folder(), trial.plan())
                            ? "after fixing it, resume with: " + resumeCommand(trial.folder())
                            : "no state was written yet; after fixing it, start again");
            err.flush();
            return e.getCause() instanceof DamagedStateException ? Cli.WRONG_INPUT : Cli.FAILED;
        }
    }

    private int tell(TrialResult result) {
        RunFolder folder = result.folder();
        TrialMetrics metrics = result.metrics();
        returns(result).forEach(out::println);
        if (metrics != null) {
            out.println(metrics.line());
        }
        result.warnings().forEach(err::println);
        out.println("files   " + folder.path());
        for (SessionResult session : result.sessions()) {
            if (session.earlyStop() != null) {
                out.println(String.format(
                        Locale.ROOT,
                        "session %d ended early at frame %,d: %s",
                        session.session(),
                        session.frame(),
                        session.earlyStop()));
            }
        }
        if (result.finished()) {
            tellCurve(folder.trialGraph("mean_returns_vs_frames"), out);
            out.println("watch   " + Called.toWatch(folder));
        } else {
            out.println("stopped; resume with: " + resumeCommand(folder));
        }
        out.flush();
        return Cli.DONE;
    }

    /// Say what the run is worth: the mean return of the last episodes, and of the last evaluation if there is one.
    static List<String> returns(TrialResult result) {
        double[] means = result.sessions().stream()
                .mapToDouble(SessionResult::meanReturn)
                .filter(mean -> !Double.isNaN(mean))
                .toArray();
        List<String> lines = new ArrayList<>();
        lines.add(
                means.length == 0
                        ? "return  no episode has ended yet"
                        : String.format(
                                Locale.ROOT,
                                "return  %.2f, mean of the last 100 episodes%s",
                                result.meanReturn(),
                                sessions(means)));
        result.evaluation()
                .ifPresent(mean -> lines.add(
                        String.format(Locale.ROOT, "eval    %.2f, mean return of the last evaluation", mean)));
        return lines;
    }

    private static String sessions(double[] means) {
        return means.length == 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        " of %d sessions (%.2f to %.2f)",
                        means.length,
                        Arrays.stream(means).min().orElseThrow(),
                        Arrays.stream(means).max().orElseThrow());
    }

    /// Name a figure, if it is there.
    static void tellCurve(Path file, PrintWriter out) {
        if (Files.exists(file)) {
            out.println("curve   " + file);
        }
    }

    static String resumeLine(RunFolder folder, Plan plan) {
        return hasState(folder, plan)
                ? "resume with: " + resumeCommand(folder)
                : "no state was written yet, so it cannot be resumed; start again";
    }

    private static boolean hasState(RunFolder folder, Plan plan) {
        return IntStream.range(0, plan.meta().maxSession())
                .anyMatch(session -> folder.lastState(session).isPresent());
    }

    public static String resumeCommand(RunFolder folder) {
        return Called.toResume(folder);
    }
}
