package slmlab.cli.train;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.chart.ChartException;
import slmlab.chart.Look;
import slmlab.cli.Cli;
import slmlab.cli.Interrupt;
import slmlab.cli.TextColumns;
import slmlab.compare.Comparison;
import slmlab.compare.XAxis;
import slmlab.experiment.RunOptions;
import slmlab.experiment.Sweep;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.report.SpreadBand;
import slmlab.run.RunFolder;
import slmlab.spec.text.SpecException;

/// `run … train -s KEY=VALUE,VALUE`: the runs of a sweep, and their comparison. A failed one does not stop the others.
record SweepMode(Sweep sweep, PrintWriter out, PrintWriter err) {

    /// Run them one after the other and return the highest exit code.
    int run(Function<RunOptions, Runner> runners) {
        List<Sweep.Member> members = sweep.members();
        int code = Cli.DONE;
        try (Interrupt _ = new Interrupt(() -> "the runs of the sweep", () -> "each run says how to resume it")) {
            for (int i = 0; i < members.size() && !Interrupt.isStopping(); i++) {
                Sweep.Member member = members.get(i);
                out.println("run %s of %s: %s".formatted(i + 1, members.size(), member.label()));
                out.flush();
                code = Math.max(code, run(member, runners.apply(member.options())));
            }
            compare();
        }
        return code;
    }

    private int run(Sweep.Member member, Runner runner) {
        AtomicReference<@Nullable TrialResult> result = new AtomicReference<>();
        int code;
        try {
            code = runner.train(member.plan(), result::set);
        } catch (IllegalArgumentException | SpecException e) { // what shows only once envs and nets are made
            err.println("the run %s was not started: %s".formatted(member.label(), e.getMessage()));
            err.flush();
            return Cli.WRONG_INPUT;
        }
        member.end(code == Cli.DONE ? result.get() : null);
        return code;
    }

    /// Print a table of the runs, write it, and plot their curves in one figure.
    private void compare() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("RUN", "OUTCOME", "FRAMES", "RETURN", "SECONDS", "FOLDER"));
        List<RunFolder> runs = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (Sweep.Member member : sweep.members()) {
            rows.add(row(member));
            TrialResult result = member.result();
            if (result != null && result.metrics() != null) {
                runs.add(result.folder());
                labels.add(member.label());
            }
        }
        out.println("RETURN is the mean of the last 100 episodes, over the sessions");
        TextColumns.aligned(rows).forEach(out::println);
        if (Files.isDirectory(sweep.data())) {
            Path file = sweep.data().resolve(sweep.base() + "_sweep.json");
            JsonFile.write(file, sweep.written());
            out.println("table   " + file);
            draw(runs, labels, sweep.data().resolve(sweep.base() + "_sweep.png"));
        }
        out.flush();
    }

    private void draw(List<RunFolder> runs, List<String> labels, Path file) {
        Plan plan = sweep.members().getFirst().plan();
        try {
            if (!runs.isEmpty()) {
                String title = plan.spec().name() + " on " + plan.env().name();
                new Comparison(runs, labels, XAxis.FRAMES, null, 1, SpreadBand.DEVIATION).write(file, title, Look.WIDE);
                out.println("curves  " + file);
            }
        } catch (ChartException | IllegalArgumentException e) {
            err.println("there is no figure of the sweep: " + e.getMessage());
        }
    }

    private static List<String> row(Sweep.Member member) {
        TrialResult result = member.result();
        return List.of(
                member.label(),
                member.outcome(),
                result == null ? "–" : String.format(Locale.ROOT, "%,d", Sweep.frames(result)),
                result == null ? "–" : String.format(Locale.ROOT, "%.2f", Sweep.meanReturn(result)),
                result == null ? "–" : String.format(Locale.ROOT, "%.1f", Sweep.seconds(result)),
                Files.exists(member.folder()) ? member.folder().toString() : "–");
    }
}
