package slmlab.cli.search;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.chart.ChartException;
import slmlab.cli.Cli;
import slmlab.cli.Interrupt;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.cli.hub.UploadFlag;
import slmlab.cli.train.RunDashboard;
import slmlab.experiment.Provenance;
import slmlab.experiment.RunOptions;
import slmlab.experiment.RunSettings;
import slmlab.experiment.plan.MemoryEstimate;
import slmlab.experiment.state.RunLock;
import slmlab.run.RunFolder;
import slmlab.search.plot.StudyPlots;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.trial.Search;
import slmlab.search.trial.SearchChoices;
import slmlab.search.trial.SearchFiles;
import slmlab.search.trial.SearchFolder;
import slmlab.search.trial.SearchPlan;
import slmlab.spec.MetaConfig;
import slmlab.spec.SpecFile;

/// `slm-lab run SPEC NAME search`: find good values for the keys that a spec's `search` section names.
final class SearchMode {
    private final SearchFlags flags;
    private final RunOptions options;
    private final boolean quiet;
    private final @Nullable RunDashboard dashboard;
    private final UploadFlag upload;
    private final PrintWriter out;
    private final PrintWriter err;
    private final SearchChoices choices;
    private final SearchConsole told;

    /// @param options of the command: its threads are shared by the trials, its seed is the study's
    SearchMode(
            SearchFlags flags,
            RunOptions options,
            boolean quiet,
            @Nullable RunDashboard dashboard,
            UploadFlag upload,
            PrintWriter out,
            PrintWriter err) {
        this.flags = flags;
        this.options = options;
        this.quiet = quiet;
        this.dashboard = dashboard;
        this.upload = upload;
        this.out = out;
        this.err = err;
        this.choices = new SearchChoices(flags.sampler(), flags.pruner(), flags.trials(), options.seed());
        this.told = new SearchConsole(out, err);
    }

    /// Begin a search in a new folder.
    int begin(SpecFile specs, String name) {
        RunFolder.checkFree(options.data(), options.name());
        SearchPlan search = SearchPlan.read(specs, name);
        StudyPlan plan = choices.plan(specs, search, options.name() == null ? search.name() : options.name(), null);
        checkMemory(SearchChoices.sessions(search, plan));
        int keep = flags.keep(SearchFolder.KEEP);
        flags.budget();
        flags.frames();
        @Nullable Integer confirm = flags.confirm(null);
        @Nullable String url = flags.study();
        @Nullable
        String shown = url == null ? null : create(url, plan); // what is wrong is said before there is a folder
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("study", plan.name());
        if (shown != null) {
            boolean isFile = !shown.contains(":");
            facts.put("database", isFile ? Path.of(shown).toAbsolutePath().toString() : shown);
        }
        facts.put("sampler", plan.sampler());
        facts.put("pruner", plan.pruner());
        facts.put("trials", plan.trials());
        facts.put("keep", keep);
        if (confirm != null) {
            facts.put("confirm", confirm);
        }
        facts.putAll(Provenance.of(options.settings(new RunSettings(specs.vars(name), specs.settings(name)))));
        Map<String, @Nullable Object> written = new LinkedHashMap<>(specs.whole(name));
        SearchFolder folder = SearchFolder.create(
                options.data(), search.name(), options.name(), facts, Map.of(search.name(), written), made -> {
                    if (shown == null) {
                        String _ = create(made.database(), plan);
                    }
                });
        int code = run(folder, search, plan, database -> Study.open(database, plan.name()));
        return upload.after(folder.path(), code, out, err);
    }

    /// Make a study and return its database's name, which holds no password.
    private String create(String url, StudyPlan plan) {
        try (Database database = Database.of(url, err::println)) {
            Study.create(database, plan);
            return database.name();
        }
    }

    /// Resume the search in a folder. What was set when it began need not be said again.
    ///
    /// @param source the spec file that the command names, to be given values
    /// @param chosen tells which spec of a file is meant
    /// @param values what the command puts in place of the spec's own
    /// @param seed of the command; null if it has none
    int resume(
            SearchFolder folder,
            Function<Map<String, String>, SpecFile> source,
            Function<SpecFile, String> chosen,
            Map<String, String> values,
            @Nullable Long seed) {
        RunSettings before = folder.settings();
        Map<String, String> all = new LinkedHashMap<>(before.vars());
        all.putAll(values);
        SpecFile read = source.apply(all);
        String name = chosen.apply(read);
        List<String> old = before.vars().keySet().stream()
                .filter(var -> !values.containsKey(var) && read.unmatched(name).contains(var))
                .toList();
        return resume(folder, read.without(old).with(before.keys()), name, seed);
    }

    private int resume(SearchFolder folder, SpecFile specs, String name, @Nullable Long seed) {
        SearchPlan search = SearchPlan.read(specs, name);
        if (!search.name().equals(folder.name())) {
            throw new IllegalArgumentException(
                    "%s is a search of the spec %s, not of %s".formatted(folder.path(), folder.name(), search.name()));
        }
        int code;
        try (Database database = Database.existing(url(folder), err::println)) {
            StudyPlan old = Study.open(database, folder.study()).plan();
            if (seed != null && seed != old.seed()) {
                throw new IllegalArgumentException(
                        "--seed is %s, and the search has %s; a search keeps its seed".formatted(seed, old.seed()));
            }
            StudyPlan plan = choices.plan(specs, search, old.name(), old);
            if (plan.trials() < old.trials()) {
                throw new IllegalArgumentException("--trials is %s, and the search has %s; it can only be extended"
                        .formatted(plan.trials(), old.trials()));
            }
            out.println("resuming " + folder.path());
            code = run(folder, search, plan, existing -> Study.create(existing, plan)); // more trials extend it
        }
        return upload.after(folder.path(), code, out, err);
    }

    private String url(SearchFolder folder) {
        return flags.study() == null ? folder.database() : flags.study();
    }

    private int atATime(SearchPlan search) {
        MetaConfig meta = search.plan().meta();
        int cores = (int) Math.ceil(meta.searchResources().cpu());
        return Math.max(1, options.threads() / Math.max(meta.maxSession(), cores));
    }

    private void checkMemory(SearchPlan search) {
        int trials = atATime(search);
        MemoryEstimate.of(search.plan())
                .check(
                        trials * MemoryEstimate.atATime(search.plan().meta(), options.threads() / trials),
                        Runtime.getRuntime().maxMemory());
    }

    private int run(SearchFolder folder, SearchPlan given, StudyPlan plan, Function<Database, Study> opened) {
        SearchPlan search = SearchChoices.sessions(given, plan);
        int atATime = atATime(search);
        try (RunLock _ = RunLock.take(new RunFolder(folder.path(), folder.name()));
                Database database = Database.of(url(folder), err::println)) {
            Study study = opened.apply(database);
            told.begin(search, study.plan(), atATime, given.plan().meta().maxSession());
            if (dashboard != null) {
                dashboard.showAll(folder.path());
            }
            RunOptions each = options.threads(Math.max(1, options.threads() / atATime));
            try (Interrupt interrupt =
                    new Interrupt(() -> "the trials to write their states", () -> SearchConsole.resumeLine(folder))) {
                database.stopWhen(Interrupt::isStopping);
                Search done = run(study, folder, each, atATime, interrupt.stop());
                draw(folder, study);
                return told.end(folder, study, done.spent(), done.unconfirmed());
            } catch (UncheckedIOException e) { // the study is gone, or a disk is full
                out.flush();
                err.println(e.getMessage());
                err.println("after fixing it, " + SearchConsole.resumeLine(folder));
                return Cli.FAILED;
            }
        }
    }

    /// Run the trials.
    ///
    /// @return the search, which has ended or was stopped
    private Search run(Study study, SearchFolder folder, RunOptions each, int atATime, AtomicBoolean stop) {
        try (SearchScreen screen = SearchScreen.open(out, study, flags.budget(), quiet)) {
            Set<String> said = ConcurrentHashMap.newKeySet();
            Search search = new Search(
                    study,
                    folder,
                    each,
                    new Search.Settings(
                            atATime,
                            flags.keep(folder.keep()),
                            flags.budget(),
                            flags.frames(),
                            flags.confirm(folder.confirm())),
                    stop,
                    line -> {
                        if (said.add(line)) { // what every trial says is said once
                            screen.say(line);
                        }
                    },
                    screen::ended);
            search.run();
            return search;
        }
    }

    /// Write what there is so far. A figure that cannot be drawn costs nothing.
    private void draw(SearchFolder folder, Study study) {
        SearchFiles.write(study, folder);
        try {
            SearchFiles.draw(study, folder);
            List<Path> _ = StudyPlots.write(study.plan(), study.standing(), folder.path());
        } catch (ChartException | IllegalArgumentException e) {
            err.println("there are no figures: " + e.getMessage());
        }
    }

    /// Return the search that a user names: a folder, a file in it, or the newest of a spec.
    static SearchFolder folder(String which, Path data, String spec) {
        if (which.isEmpty()) {
            throw new IllegalArgumentException(
                    "search@ needs latest or a search's folder after it; search alone starts one");
        }
        if (which.equals(RunFolders.LATEST)) {
            return SearchFolder.latest(data, spec)
                    .orElseThrow(
                            () -> new IllegalArgumentException("there is no search of %s in %s".formatted(spec, data)));
        }
        Path path = Paths.of(which);
        return SearchFolder.open(Files.isDirectory(path) || path.getParent() == null ? path : path.getParent());
    }
}
