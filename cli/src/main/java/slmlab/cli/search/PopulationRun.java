package slmlab.cli.search;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.chart.ChartException;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.Interrupt;
import slmlab.cli.hub.UploadFlag;
import slmlab.cli.train.RunDashboard;
import slmlab.cli.train.Runner;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.run.RunFolder;
import slmlab.search.pbt.Generation;
import slmlab.search.pbt.Population;
import slmlab.spec.SpecFile;

/// `run … search` with `meta.search_pbt`: train a population for someone at a terminal.
final class PopulationRun {
    private final RunOptions options;
    private final boolean quiet;
    private final @Nullable RunDashboard dashboard;
    private final UploadFlag upload;
    private final PrintWriter out;
    private final PrintWriter err;

    /// @param dashboard shows the members; null for no page
    PopulationRun(
            RunOptions options,
            boolean quiet,
            @Nullable RunDashboard dashboard,
            UploadFlag upload,
            PrintWriter out,
            PrintWriter err) {
        this.options = options;
        this.quiet = quiet;
        this.dashboard = dashboard;
        this.upload = upload;
        this.out = out;
        this.err = err;
    }

    /// Train a population in a new folder.
    int begin(SpecFile specs, String name) {
        Plan plan = Plan.read(specs, name);
        RunFolder.checkFree(options.data(), options.name());
        String folder = options.name() == null
                ? "%s_%s_pbt".formatted(plan.spec().name(), RunFolder.stamp(LocalDateTime.now(ZoneId.systemDefault())))
                : options.name();
        Population population = Population.begin(specs, name, options.data().resolve(folder), options);
        out.println(String.format(
                Locale.ROOT,
                "%s: a population of %d, %s on %s, %,d frames each, an exchange every %,d, seed %d",
                plan.spec().name(),
                population.size(),
                plan.algorithm().name(),
                plan.env().name(),
                plan.env().maxFrame(),
                population.interval(),
                options.seed()));
        Runner.warn(plan, err);
        population.unused().forEach((path, why) -> err.println("%s is not searched: %s".formatted(path, why)));
        return uploaded(population, run(population));
    }

    /// Resume the population in a folder.
    ///
    /// @param specs what the command names; it must be the population's own, but for its size
    /// @param seed what the command gives; null for none
    int resume(Path folder, SpecFile specs, String name, @Nullable Long seed) {
        Population population = Population.resume(folder, options);
        Plan plan = Plan.read(specs.with(Map.of("meta.max_trial", population.size())), name);
        List<PlanChange> changes = PlanChange.between(population.plan(), plan);
        if (!changes.isEmpty()) {
            throw new IllegalArgumentException("a population cannot change: %s"
                    .formatted(changes.stream()
                            .map(change -> "%s is %s".formatted(change.path(), change.values()))
                            .collect(Collectors.joining(", "))));
        }
        if (seed != null && seed != population.seed()) {
            throw new IllegalArgumentException(
                    "--seed is %s, but %s began with %s".formatted(seed, folder, population.seed()));
        }
        out.println("resuming %s after %s of %s intervals"
                .formatted(folder, population.history().size(), population.generations()));
        return uploaded(population, run(population));
    }

    private int uploaded(Population population, int code) {
        return upload.after(population.folder(), code, out, err);
    }

    private int run(Population population) {
        String again = "resume with: " + resumeCommand(population);
        if (dashboard != null) {
            dashboard.showAll(population.folder());
        }
        try (Interrupt interrupt = new Interrupt(() -> "the members' states", () -> again)) {
            boolean isDone = population.run(interrupt.stop(), this::tell);
            tellEnd(population, isDone, again);
            return Cli.DONE;
        } catch (RunFailedException e) {
            out.flush();
            err.println("all members failed, the first: " + e.getMessage());
            err.println("after fixing it, " + again);
            err.flush();
            return Cli.FAILED;
        }
    }

    private void tell(Generation generation) {
        if (quiet) {
            return;
        }
        Generation.Member best = generation.best();
        double[] scores = generation.members().stream()
                .mapToDouble(Generation.Member::scored)
                .filter(score -> !Double.isNaN(score))
                .sorted()
                .toArray();
        out.println(String.format(
                Locale.ROOT,
                "frame %,10d  best %.2f (member %d)  median %.2f  %s",
                generation.frame(),
                best.scored(),
                best.member(),
                scores.length == 0 ? Double.NaN : (scores[(scores.length - 1) / 2] + scores[scores.length / 2]) / 2,
                generation.members().stream()
                        .filter(member -> member.parent() != null)
                        .map(member -> "%s copies %s".formatted(member.member(), member.parent()))
                        .collect(Collectors.joining(", "))));
        generation.members().stream()
                .filter(member -> member.error() != null)
                .forEach(member -> err.println("member %s failed: %s".formatted(member.member(), member.error())));
        out.flush();
    }

    private void tellEnd(Population population, boolean isDone, String again) {
        List<Generation> history = population.history();
        if (!history.isEmpty()) {
            try {
                out.println("curve   " + population.draw());
            } catch (ChartException e) {
                err.println("there is no figure of the population: " + e.getMessage());
            }
        }
        out.println("files   " + population.folder());
        if (isDone) {
            Generation.Member best = history.getLast().best();
            Path folder = population.member(best.member());
            out.println(String.format(
                    Locale.ROOT,
                    "best    member %d: %.2f, mean return of its last interval, with at last %s",
                    best.member(),
                    best.scored(),
                    best.settings().entrySet().stream()
                            .map(entry -> entry.getKey()
                                            .substring(entry.getKey().indexOf('.') + 1) + "=" + shown(entry.getValue()))
                            .collect(Collectors.joining(" "))));
            out.println("watch   " + Called.toWatch(RunFolder.open(folder)));
        } else {
            out.println("stopped; " + again);
        }
        out.flush();
    }

    private static String shown(@Nullable Object value) {
        return value instanceof Double number ? String.format(Locale.ROOT, "%.4g", number) : String.valueOf(value);
    }

    private static String resumeCommand(Population population) {
        return Called.with(
                "run", population.spec().toString(), population.plan().spec().name(), "search@" + population.folder());
    }
}
