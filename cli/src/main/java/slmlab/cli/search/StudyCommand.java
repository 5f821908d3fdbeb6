package slmlab.cli.search;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.CommandGroup;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.TextColumns;
import slmlab.file.JsonFile;
import slmlab.file.SafeFile;
import slmlab.search.study.Database;
import slmlab.search.study.Standing;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;
import slmlab.search.trial.SearchFolder;
import slmlab.search.trial.SearchPlan;
import slmlab.search.trial.StudyExport;

/// `slm-lab study`: what searches have found.
@Command(
        name = "study",
        header = "Show searches: their trials, the best spec, export, plots.",
        subcommands = {
            StudyCommand.Listing.class,
            StudyCommand.Show.class,
            StudyCommand.Best.class,
            StudyCommand.Export.class,
            StudyPlotCommand.class
        },
        footer = {"  slm-lab study list", "  slm-lab study show latest"})
public final class StudyCommand extends CommandGroup {

    /// `slm-lab study list`: the searches of a data folder, or the studies of a database.
    @Command(
            name = "list",
            header = "List the searches of a folder, or of a database.",
            footer = {"  slm-lab study list", "  slm-lab study list --study postgresql://lab@db/studies"})
    static final class Listing extends InputCommand {
        @Mixin
        private final DataFolder data = new DataFolder();

        @Option(
                names = "--study",
                paramLabel = "URL",
                description = "a database in place of a folder: a file (SQLite) or postgresql://USER@HOST/DATABASE")
        private @Nullable String url;

        @Override
        protected void run(PrintWriter out) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of(
                    url == null ? "FOLDER" : "STUDY", "TRIALS", "PRUNED", "FAILED", "BEST", "SAMPLER", "PRUNER"));
            if (url != null) {
                try (Database database = Database.reading(url)) {
                    Study.all(database)
                            .forEach(study -> rows.add(row(study.plan().name(), study)));
                }
            } else {
                SearchFolder.all(data.path()).forEach(folder -> rows.add(row(folder)));
            }
            if (rows.size() == 1) {
                out.println("no searches in " + (url == null ? data.path() : url));
                return;
            }
            TextColumns.aligned(rows).forEach(out::println);
        }

        private List<String> row(SearchFolder folder) {
            String shown = folder.path().getFileName().toString();
            try (Database database = Database.reading(folder.database())) {
                return row(shown, Study.open(database, folder.study()));
            } catch (RuntimeException e) { // the others are still of use
                return List.of(shown, "–", "–", "–", "–", "–", String.valueOf(e.getMessage()));
            }
        }

        private static List<String> row(String shown, Study study) {
            Standing standing = study.standing();
            List<TrialRow> trials = standing.trials();
            StudyPlan plan = study.plan();
            return List.of(
                    shown,
                    "%s of %s"
                            .formatted(
                                    trials.stream()
                                            .filter(trial -> trial.state().isOver())
                                            .count(),
                                    plan.trials()),
                    count(trials, TrialState.PRUNED),
                    count(trials, TrialState.FAILED),
                    standing.best()
                            .map(best -> "%s (trial %s, %s)"
                                    .formatted(TrialTable.number(standing.score()), best.number(), standing.word()))
                            .orElse("–"),
                    plan.sampler(),
                    String.valueOf(plan.pruner().get("name")));
        }

        private static String count(List<TrialRow> trials, TrialState state) {
            return Long.toString(
                    trials.stream().filter(trial -> trial.state() == state).count());
        }
    }

    /// `slm-lab study show`: the trials of a search.
    @Command(
            name = "show",
            header = "Show the trials of a search, the best first.",
            footer = {"  slm-lab study show", "  slm-lab study show data/ppo_cartpole_search"})
    static final class Show extends InputCommand {
        @Mixin
        private final StudyArgument argument = new StudyArgument();

        @Override
        protected void run(PrintWriter out) {
            argument.with(study -> show(study, out));
        }

        private static void show(Study study, PrintWriter out) {
            TrialTable table = new TrialTable(study.plan().space());
            Standing standing = study.standing();
            @Nullable TrialRow best = standing.best().orElse(null);
            List<List<String>> rows = new ArrayList<>();
            rows.add(table.heading());
            List<TrialRow> trials = new ArrayList<>(standing.trials());
            trials.sort((one, other) -> {
                int byScore = Double.compare(rank(other), rank(one));
                return byScore == 0 ? Integer.compare(one.number(), other.number()) : byScore;
            });
            trials.forEach(trial -> rows.add(table.row(trial, best != null && best.number() == trial.number())));
            TextColumns.aligned(rows).forEach(out::println);
            out.println(standing.inWords());
            standing.confirmations()
                    .forEach(each -> out.println("trial %s again: %s".formatted(each.trial(), each.inWords())));
            trials.stream()
                    .filter(trial -> trial.error() != null)
                    .forEach(trial -> out.println("trial %s failed: %s".formatted(trial.number(), trial.error())));
        }

        private static double rank(TrialRow trial) {
            double score = TrialTable.score(trial);
            return Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score;
        }
    }

    /// `slm-lab study best`: the best spec.
    @Command(
            name = "best",
            header = "Print the best spec of a search as JSON.",
            description = "What is known of it is printed on standard error.",
            footer = {"  slm-lab study best", "  slm-lab study best latest > best.json"})
    static final class Best extends InputCommand {
        @Mixin
        private final StudyArgument argument = new StudyArgument();

        @Override
        protected void run(PrintWriter out) {
            argument.with(study -> {
                Standing standing = study.standing();
                TrialRow best = standing.best()
                        .orElseThrow(() -> new IllegalArgumentException("no trial of %s has run to its end yet"
                                .formatted(study.plan().name())));
                err().println(standing.inWords());
                out.print(new String(
                        JsonFile.bytes(SearchPlan.with(study.plan().spec(), best.values())), StandardCharsets.UTF_8));
            });
        }
    }

    /// `slm-lab study export`: all trials as a file.
    @Command(
            name = "export",
            header = "Write all trials of a search as CSV or JSON.",
            footer = {"  slm-lab study export", "  slm-lab study export latest --output=trials.json"})
    static final class Export extends InputCommand {
        @Mixin
        private final StudyArgument argument = new StudyArgument();

        @Option(
                names = {"-o", "--output"},
                paramLabel = "FILE",
                description = "a .csv or .json file (default: CSV on standard output)")
        private @Nullable Path output;

        @Option(names = "--out", hidden = true)
        private @Nullable Path older;

        @Override
        protected void run(PrintWriter out) {
            @Nullable Path file = output == null ? older : output;
            String name = file == null ? ".csv" : file.toString().toLowerCase(Locale.ROOT);
            if (!name.endsWith(".csv") && !name.endsWith(".json")) {
                throw new IllegalArgumentException("--output is %s; needs a .csv or .json file".formatted(file));
            }
            Paths.checkWritable("--output", file);
            argument.with(study -> {
                StudyExport export = new StudyExport(study.plan(), study.trials());
                if (file == null) {
                    out.print(export.csv());
                } else if (name.endsWith(".json")) {
                    JsonFile.write(file, export.data());
                    out.println(file);
                } else {
                    byte[] text = export.csv().getBytes(StandardCharsets.UTF_8);
                    SafeFile.write(file, to -> to.write(text));
                    out.println(file);
                }
            });
        }
    }
}
