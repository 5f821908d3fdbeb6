package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.RunOptions;
import slmlab.experiment.RunSettings;
import slmlab.experiment.SessionResult;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.report.Band;
import slmlab.report.Comparison;
import slmlab.report.JsonFile;
import slmlab.report.Look;
import slmlab.report.NoPictureException;
import slmlab.report.RunFolder;
import slmlab.report.XAxis;
import slmlab.spec.SpecException;
import slmlab.spec.SpecFile;

/// A few runs of one spec, one for each combination of the values that `-s` gives, and their comparison.
///
/// All are checked before the first starts. A failed one does not stop the others.
final class Sweep {
    private final List<Variation> variations;
    private final RunOptions options;
    private final Function<Map<String, String>, Chosen> read;

    /// A spec of a file.
    record Chosen(SpecFile specs, String name) {}

    /// One of the runs.
    private static final class Member {
        private final Variation variation;
        private final Plan plan;
        private final RunOptions options;
        private String outcome = "not started";
        private @Nullable TrialResult result;

        Member(Variation variation, Plan plan, RunOptions options) {
            this.variation = variation;
            this.plan = plan;
            this.options = options;
        }

        Path folder() {
            return options.data().resolve(String.valueOf(options.name()));
        }
    }

    /// @param options of all runs
    /// @param read reads the spec with these values in place of its own
    Sweep(List<Variation> variations, RunOptions options, Function<Map<String, String>, Chosen> read) {
        this.variations = variations;
        this.options = options;
        this.read = read;
    }

    /// Run them one after the other and return the highest exit code.
    int run(Function<RunOptions, Runner> runners, PrintWriter out, PrintWriter err) {
        String base = base();
        List<Member> members = members(base);
        int code = Cli.DONE;
        try (Interrupt _ = new Interrupt(() -> "the runs of the sweep", () -> "each run says how to resume it")) {
            for (int i = 0; i < members.size() && !Interrupt.isStopping(); i++) {
                Member member = members.get(i);
                out.println("run %s of %s: %s".formatted(i + 1, members.size(), member.variation.label()));
                out.flush();
                code = Math.max(code, run(member, runners.apply(member.options), err));
            }
            compare(members, base, out, err);
        }
        return code;
    }

    private static int run(Member member, Runner runner, PrintWriter err) {
        int code;
        try {
            code = runner.train(member.plan, result -> member.result = result);
        } catch (IllegalArgumentException | SpecException e) { // what shows only once envs and nets are made
            err.println("the run %s was not started: %s".formatted(member.variation.label(), e.getMessage()));
            err.flush();
            return Cli.WRONG_INPUT;
        }
        TrialResult result = member.result;
        member.outcome = code != Cli.DONE || result == null ? "failed" : result.finished() ? "finished" : "stopped";
        return code;
    }

    private List<Member> members(String base) {
        List<Member> members = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Variation variation : variations) {
            Chosen chosen = read.apply(variation.values());
            Plan plan = Plan.read(chosen.specs, chosen.name);
            String name = base + "_" + folderName(variation.label());
            names.add(name);
            RunFolder.checkFree(options.data(), name);
            RunSettings settings = new RunSettings(chosen.specs.vars(chosen.name), chosen.specs.settings(chosen.name));
            members.add(new Member(variation, plan, options.name(name).settings(settings)));
        }
        names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "two runs of the sweep would be named %s; leave one of their values out".formatted(name));
                });
        return members;
    }

    /// Return what the names of all folders begin with.
    private String base() {
        String spec = read.apply(variations.getFirst().values()).name;
        return options.name() == null
                ? spec + "_" + RunFolder.stamp(LocalDateTime.now(ZoneId.systemDefault()))
                : options.name();
    }

    private static String folderName(String label) {
        return label.replaceAll("[^\\w.=+-]+", "_");
    }

    /// Print a table of the runs, write it, and draw their curves in one picture.
    private void compare(List<Member> members, String base, PrintWriter out, PrintWriter err) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("RUN", "OUTCOME", "FRAMES", "RETURN", "SECONDS", "FOLDER"));
        List<Map<String, Object>> entries = new ArrayList<>();
        List<RunFolder> runs = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (Member member : members) {
            rows.add(row(member));
            entries.add(entry(member));
            TrialResult result = member.result;
            if (result != null && result.metrics() != null) {
                runs.add(result.folder());
                labels.add(member.variation.label());
            }
        }
        out.println("RETURN is the mean of the last 100 episodes, over the sessions");
        Columns.aligned(rows).forEach(out::println);
        if (Files.isDirectory(options.data())) {
            Path file = options.data().resolve(base + "_sweep.json");
            JsonFile.write(file, entries);
            out.println("table   " + file);
            draw(runs, labels, options.data().resolve(base + "_sweep.png"), members.getFirst().plan, out, err);
        }
        out.flush();
    }

    private static void draw(
            List<RunFolder> runs, List<String> labels, Path file, Plan plan, PrintWriter out, PrintWriter err) {
        try {
            if (!runs.isEmpty()) {
                String title = plan.spec().name() + " on " + plan.env().name();
                new Comparison(runs, labels, XAxis.FRAMES, null, 1, Band.DEVIATION).write(file, title, Look.WIDE);
                out.println("curves  " + file);
            }
        } catch (NoPictureException | IllegalArgumentException e) {
            err.println("there is no picture of the sweep: " + e.getMessage());
        }
    }

    private static List<String> row(Member member) {
        TrialResult result = member.result;
        return List.of(
                member.variation.label(),
                member.outcome,
                result == null ? "–" : String.format(Locale.ROOT, "%,d", frames(result)),
                result == null ? "–" : String.format(Locale.ROOT, "%.2f", meanReturn(result)),
                result == null ? "–" : String.format(Locale.ROOT, "%.1f", seconds(result)),
                Files.exists(member.folder()) ? member.folder().toString() : "–");
    }

    private static Map<String, Object> entry(Member member) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("set", member.variation.differing());
        entry.put("outcome", member.outcome);
        entry.put("folder", member.folder().toString());
        TrialResult result = member.result;
        if (result != null) {
            entry.put("frames", frames(result));
            entry.put("mean_return", meanReturn(result));
            entry.put("seconds", seconds(result));
        }
        return entry;
    }

    private static long frames(TrialResult result) {
        return result.sessions().stream().mapToLong(SessionResult::frame).sum();
    }

    private static double meanReturn(TrialResult result) {
        return result.sessions().stream()
                .mapToDouble(SessionResult::meanReturn)
                .average()
                .orElse(Double.NaN);
    }

    private static double seconds(TrialResult result) {
        return result.sessions().stream().mapToDouble(SessionResult::seconds).sum();
    }
}
