package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import slmlab.experiment.Lab;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.DamagedStateException;
import slmlab.report.RunFolder;
import slmlab.report.TrialMetrics;

/// Runs a plan for someone at a terminal: progress, Ctrl-C, what came of it.
final class Runner {
    private final RunOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;

    Runner(RunOptions options, PrintWriter out, PrintWriter err, boolean quiet) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.quiet = quiet;
    }

    /// Trains in a new run folder.
    int train(Plan plan) {
        RunFolder folder = Lab.begin(plan, options);
        out.println(String.format(
                Locale.ROOT,
                "%s: %s on %s, %d session%s of %,d frames, seed %d",
                plan.spec().name(),
                plan.algorithm().name(),
                plan.env().name(),
                plan.meta().maxSession(),
                plan.meta().maxSession() == 1 ? "" : "s",
                plan.env().maxFrame(),
                options.seed()));
        return watched(folder, plan, stop -> progress -> new Trial(plan, options, folder, progress, stop).run());
    }

    /// Goes on with a run.
    int resume(RunFolder folder) {
        Plan plan = Lab.plan(folder);
        out.println("going on with %s".formatted(folder.path()));
        return watched(folder, plan, stop -> progress -> Lab.resume(folder, options, progress, stop));
    }

    private int watched(RunFolder folder, Plan plan, Function<AtomicBoolean, Function<Progress, TrialResult>> work) {
        Progress progress = new Progress(out, plan, quiet, options.checked());
        try (Interrupt interrupt = new Interrupt(() -> progress.waitingFor(folder), () -> resumeLine(folder, plan))) {
            return tried(folder, plan, () -> work.apply(interrupt.stop()).apply(progress));
        }
    }

    /// All is told in here: after Ctrl-C the process ends once the interrupt is closed.
    private int tried(RunFolder folder, Plan plan, Supplier<TrialResult> work) {
        try {
            tell(work.get(), folder);
            return Cli.DONE;
        } catch (RunFailedException e) {
            out.flush();
            err.println("the run failed: " + e.getMessage());
            err.println(
                    hasState(folder, plan)
                            ? "once that is mended, go on with: " + resumeCommand(folder)
                            : "no state was written yet; once that is mended, begin anew");
            err.flush();
            return e.getCause() instanceof DamagedStateException ? Cli.WRONG_INPUT : Cli.FAILED;
        }
    }

    private void tell(TrialResult result, RunFolder folder) {
        TrialMetrics metrics = result.metrics();
        if (metrics != null) {
            out.println(metrics.line());
        }
        result.warnings().forEach(err::println);
        out.println("files   " + folder.path());
        if (result.finished()) {
            tellCurve(folder.trialGraph(0, "mean_returns_ma_vs_frames"), out);
            out.println("watch   slm-lab run %s %s enjoy@%s --render"
                    .formatted(folder.spec(), folder.name(), folder.path()));
        } else {
            out.println("stopped; go on with: " + resumeCommand(folder));
        }
        out.flush();
    }

    /// Names a picture, if it is there.
    static void tellCurve(Path file, PrintWriter out) {
        if (Files.exists(file)) {
            out.println("curve   " + file);
        }
    }

    static String resumeLine(RunFolder folder, Plan plan) {
        return hasState(folder, plan)
                ? "go on with: " + resumeCommand(folder)
                : "no state was written yet, so it cannot go on; begin anew";
    }

    private static boolean hasState(RunFolder folder, Plan plan) {
        return IntStream.range(0, plan.meta().maxSession())
                .anyMatch(session -> folder.lastState(session).isPresent());
    }

    static String resumeCommand(RunFolder folder) {
        return "slm-lab run %s %s train@%s".formatted(folder.spec(), folder.name(), folder.path());
    }
}
