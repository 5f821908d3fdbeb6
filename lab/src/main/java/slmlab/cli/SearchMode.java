package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.Provenance;
import slmlab.experiment.RunOptions;
import slmlab.experiment.RunSettings;
import slmlab.experiment.plan.Demand;
import slmlab.experiment.state.RunLock;
import slmlab.report.NoPictureException;
import slmlab.report.RunFolder;
import slmlab.search.GridSampler;
import slmlab.search.picture.StudyPictures;
import slmlab.search.study.Database;
import slmlab.search.study.Methods;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;
import slmlab.search.trial.Pruning;
import slmlab.search.trial.Search;
import slmlab.search.trial.SearchFiles;
import slmlab.search.trial.SearchFolder;
import slmlab.search.trial.SearchPlan;
import slmlab.spec.MetaConfig;
import slmlab.spec.Problems;
import slmlab.spec.SpecFile;

/// `slm-lab run SPEC NAME search`: find good values for the keys that a spec's `search` section names.
final class SearchMode {
    private final SearchFlags flags;
    private final RunOptions options;
    private final boolean quiet;
    private final @Nullable RunDashboard dashboard;
    private final PrintWriter out;
    private final PrintWriter err;

    /// @param options of the command: its threads are shared by the trials, its seed is the study's
    SearchMode(
            SearchFlags flags,
            RunOptions options,
            boolean quiet,
            @Nullable RunDashboard dashboard,
            PrintWriter out,
            PrintWriter err) {
        this.flags = flags;
        this.options = options;
        this.quiet = quiet;
        this.dashboard = dashboard;
        this.out = out;
        this.err = err;
    }

    /// Begin a search in a new folder.
    int begin(SpecFile specs, String name) {
        RunFolder.checkFree(options.data(), options.name());
        SearchPlan search = SearchPlan.read(specs, name);
        StudyPlan plan = plan(specs, search, options.name() == null ? search.name() : options.name(), null);
        checkMemory(sessions(search, plan));
        flags.keep();
        flags.budget();
        flags.frames();
        @Nullable String url = flags.study();
        if (url != null) { // what is wrong with it is said before there is a folder
            try (Database database = Database.of(url, err::println)) {
                Study.create(database, plan);
            }
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("study", plan.name());
        if (url != null) {
            facts.put("database", url);
        }
        facts.put("sampler", plan.sampler());
        facts.put("pruner", plan.pruner());
        facts.put("trials", plan.trials());
        facts.putAll(Provenance.of(options.settings(new RunSettings(specs.vars(name), specs.settings(name)))));
        Map<String, @Nullable Object> written = new LinkedHashMap<>(specs.whole(name));
        SearchFolder folder = SearchFolder.create(
                options.data(), search.name(), options.name(), facts, Map.of(search.name(), written));
        return run(folder, search, plan);
    }

    /// Resume the search in a folder.
    ///
    /// @param specs of the command, with what was set when the search began
    /// @param seed of the command; null if it has none
    int resume(SearchFolder folder, SpecFile specs, String name, @Nullable Long seed) {
        SearchPlan search = SearchPlan.read(specs, name);
        if (!search.name().equals(folder.name())) {
            throw new IllegalArgumentException("%s is a search of the spec %s, not of %s"
                    .formatted(folder.path(), folder.name(), search.name()));
        }
        try (Database database = Database.existing(url(folder), err::println)) {
            StudyPlan old = Study.open(database, folder.study()).plan();
            if (seed != null && seed != old.seed()) {
                throw new IllegalArgumentException(
                        "--seed is %s, and the search has %s; a search keeps its seed".formatted(seed, old.seed()));
            }
            StudyPlan plan = plan(specs, search, old.name(), old);
            out.println("resuming " + folder.path());
            return run(folder, search, plan);
        }
    }

    private String url(SearchFolder folder) {
        return flags.study() == null ? folder.database() : flags.study();
    }

    /// @param old of a search that resumes; null for a new one
    private StudyPlan plan(SpecFile specs, SearchPlan search, String study, @Nullable StudyPlan old) {
        Problems problems = new Problems();
        MetaConfig meta = search.plan().meta();
        @Nullable String asked = flags.pruner();
        Map<String, @Nullable Object> pruner = old != null && asked == null
                ? old.pruner()
                : Pruning.of(asked, meta.searchScheduler(), search.plan().env().maxFrame(), problems);
        boolean isPruned = !Pruning.NONE.equals(pruner.get("name"));
        if (isPruned && search.keys().stream().anyMatch(key -> key.path().equals("meta.max_session"))) {
            problems.add("search.meta.max_session", "cannot be searched with a pruner, which needs 1; give --pruner none");
        }
        @Nullable String sampler = flags.sampler();
        if (search.isGrid() && sampler != null && !sampler.equals("grid")) {
            problems.add("search", "has a grid_search, which tries every item in turn; --sampler %s cannot", sampler);
        }
        String chosen = sampler != null ? sampler : old != null ? old.sampler() : search.isGrid() ? "grid" : "tpe";
        int trials = trials(search, chosen, old, problems);
        SearchPlan fitted = isPruned ? search.oneSession() : search;
        StudyPlan plan = new StudyPlan(
                study,
                fitted.named(),
                search.space(),
                chosen,
                pruner,
                old == null ? options.seed() : old.seed(),
                trials);
        Methods.check(plan, problems);
        problems.throwIfAny(specs.described());
        return plan;
    }

    private int trials(SearchPlan search, String sampler, @Nullable StudyPlan old, Problems problems) {
        @Nullable Integer asked = flags.trials();
        @Nullable Integer written = search.plan().meta().maxTrial();
        if (asked == null && old != null) {
            return old.trials();
        }
        if (asked != null || !sampler.equals("grid")) {
            if (asked == null && written == null) {
                problems.add("meta.max_trial", "is missing, and there is no --trials; how many trials shall there be?");
            }
            return asked != null ? asked : written != null ? written : 1;
        }
        long size = GridSampler.of(search.space(), written == null ? 1 : written).size(search.space());
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static SearchPlan sessions(SearchPlan search, StudyPlan plan) {
        return Pruning.NONE.equals(plan.pruner().get("name")) ? search : search.oneSession();
    }

    private int atATime(SearchPlan search) {
        MetaConfig meta = search.plan().meta();
        int cores = (int) Math.ceil(meta.searchResources().cpu());
        return Math.max(1, options.threads() / Math.max(meta.maxSession(), cores));
    }

    private void checkMemory(SearchPlan search) {
        int trials = atATime(search);
        Demand.of(search.plan())
                .check(
                        trials * Demand.atATime(search.plan().meta(), options.threads() / trials),
                        Runtime.getRuntime().maxMemory());
    }

    private int run(SearchFolder folder, SearchPlan given, StudyPlan plan) {
        SearchPlan search = sessions(given, plan);
        int atATime = atATime(search);
        try (RunLock _ = RunLock.take(new RunFolder(folder.path(), folder.name()));
                Database database = Database.of(url(folder), err::println)) {
            Study study = Study.create(database, plan);
            tell(search, study.plan(), atATime, given.plan().meta().maxSession());
            if (dashboard != null) {
                dashboard.showAll(folder.path());
            }
            RunOptions each = options.threads(Math.max(1, options.threads() / atATime));
            try (Interrupt interrupt =
                            new Interrupt(() -> "the trials to write their states", () -> resumeLine(folder))) {
                Search running;
                try (SearchScreen screen = SearchScreen.open(out, study, flags.budget(), quiet)) {
                    List<String> said = new ArrayList<>();
                    running = new Search(
                            study,
                            folder,
                            each,
                            new Search.Settings(atATime, flags.keep(), flags.budget(), flags.frames()),
                            interrupt.stop(),
                            line -> once(line, said, screen),
                            screen::ended);
                    running.run();
                } finally {
                    draw(folder, study);
                }
                return tellEnd(folder, study, running.spent());
            }
        }
    }

    /// A warning that every trial has is said once.
    private static synchronized void once(String line, List<String> said, SearchScreen screen) {
        if (!said.contains(line)) {
            said.add(line);
            screen.say(line);
        }
    }

    /// Write what there is so far. A picture that cannot be drawn costs nothing.
    private void draw(SearchFolder folder, Study study) {
        SearchFiles.write(study, folder);
        try {
            SearchFiles.draw(study, folder);
            List<Path> _ = StudyPictures.write(study.plan(), study.trials(), folder.path());
        } catch (NoPictureException e) {
            err.println("there are no pictures: " + e.getMessage());
        }
    }

    /// @param written sessions of the spec, before a pruner has its say
    private void tell(SearchPlan search, StudyPlan plan, int atATime, int written) {
        int sessions = search.plan().meta().maxSession();
        out.println(String.format(
                Locale.ROOT,
                "%s: %s on %s, a search over %d keys, %s of %s of %,d frames, %s, %s, seed %d",
                search.name(),
                search.plan().algorithm().name(),
                search.plan().env().name(),
                plan.space().size(),
                Counts.of(plan.trials(), "trial"),
                Counts.of(sessions, "session"),
                search.plan().env().maxFrame(),
                plan.sampler(),
                pruner(plan),
                plan.seed()));
        if (atATime > 1) {
            out.println("%s trials at a time".formatted(atATime));
        }
        search.unused().forEach((path, why) -> err.println("%s is not searched: %s".formatted(path, why)));
        Pruning.notes(plan.pruner(), written, search.plan().meta().searchScheduler())
                .forEach(err::println);
        if (search.plan().meta().searchResources().gpu() > 0) {
            err.println("search_resources.gpu has no effect: there is no GPU to choose; runs are on the CPU");
        }
        out.flush();
    }

    private static String pruner(StudyPlan plan) {
        Object name = plan.pruner().get("name");
        if (Pruning.NONE.equals(name)) {
            return "no pruner";
        }
        List<String> settings = new ArrayList<>();
        plan.pruner().forEach((key, value) -> {
            if (!key.equals("name")) {
                settings.add(key + " " + value);
            }
        });
        return "%s (%s)".formatted(name, String.join(", ", settings));
    }

    private int tellEnd(SearchFolder folder, Study study, String spent) {
        List<TrialRow> trials = study.trials();
        Optional<TrialRow> best = study.best();
        long ended = trials.stream().filter(trial -> trial.state().isOver()).count();
        long pruned = count(trials, TrialState.PRUNED);
        long failed = count(trials, TrialState.FAILED);
        out.println("%s of %s ended, %s pruned, %s failed; %s frames"
                .formatted(
                        ended,
                        Counts.of(study.plan().trials(), "trial"),
                        pruned,
                        failed,
                        String.format(Locale.ROOT, "%,d", trials.stream().mapToLong(TrialRow::frame).sum())));
        best.ifPresent(trial -> {
            out.println("best    trial %s with %s: %s"
                    .formatted(
                            trial.number(),
                            TrialTable.number(trial.score()),
                            new TrialTable(study.plan().space()).values(trial)));
        });
        out.println("table   " + folder.table());
        if (Files.exists(folder.graph())) {
            out.println("graph   " + folder.graph());
        }
        if (best.isPresent()) {
            out.println("train   " + Called.with("run", folder.bestSpec().toString(), folder.name(), "train"));
        }
        if (ended < study.plan().trials()) {
            out.println((spent.isEmpty() ? "stopped; " : "the search has spent %s; ".formatted(spent))
                    + resumeLine(folder));
        }
        out.flush();
        if (failed == ended && ended > 0) {
            err.println("every trial failed; the first: "
                    + trials.stream()
                            .map(TrialRow::error)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(""));
            return Cli.FAILED;
        }
        return Cli.DONE;
    }

    private static long count(List<TrialRow> trials, TrialState state) {
        return trials.stream().filter(trial -> trial.state() == state).count();
    }

    private static String resumeLine(SearchFolder folder) {
        return "resume with: "
                + Called.with("run", folder.spec().toString(), folder.name(), "search@" + folder.path());
    }

    /// Return the search that a user names: a folder, a file in it, or the newest of a spec.
    static SearchFolder folder(String which, Path data, String spec) {
        if (which.isEmpty()) {
            throw new IllegalArgumentException(
                    "search@ needs latest or a search's folder after it; search alone starts one");
        }
        if (which.equals(RunFolders.LATEST)) {
            return SearchFolder.latest(data, spec)
                    .orElseThrow(() ->
                            new IllegalArgumentException("there is no search of %s in %s".formatted(spec, data)));
        }
        Path path = Paths.of(which);
        return SearchFolder.open(Files.isDirectory(path) || path.getParent() == null ? path : path.getParent());
    }
}
