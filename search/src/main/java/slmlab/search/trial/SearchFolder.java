package slmlab.search.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.RunSettings;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

/// The folder of a search, `data/{spec_name}_{timestamp}/`, and SLM-Lab's names for the files in it. Each trial is an
/// ordinary run folder inside it: `t0`, `t1`, ….
///
/// @param name the spec's name, which begins the file names
public record SearchFolder(Path path, String name) {
    /// The file by which it is known.
    public static final String FACTS = "study.json";

    /// How many trials keep their models, unless told otherwise.
    public static final int KEEP = 3;

    private static final String WORKER = "worker";
    private static final String DATABASE = "study.db";
    private static final List<String> PARTS = List.of("info");

    /// Create the folder of a new search.
    ///
    /// @param folderName null for the spec's name with the time
    /// @param facts of the search
    /// @param spec as it is searched, under its name
    /// @param begin writes the study: a kill leaves all of it or nothing
    public static SearchFolder create(
            Path data,
            String name,
            @Nullable String folderName,
            Map<String, ?> facts,
            Map<String, ?> spec,
            Consumer<SearchFolder> begin) {
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
        RunFolder made = RunFolder.create(data, name, folderName, now, PARTS, folder -> {
            SearchFolder search = new SearchFolder(folder.path(), name);
            JsonFile.write(search.spec(), spec);
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("spec", name);
            all.put(WORKER, UUID.randomUUID().toString());
            all.putAll(facts);
            JsonFile.write(search.path.resolve(FACTS), all);
            begin.accept(search);
        });
        return new SearchFolder(made.path(), name);
    }

    public static boolean isSearch(Path folder) {
        return Files.exists(folder.resolve(FACTS));
    }

    /// Open the folder of a search; an [IllegalArgumentException] says why it is none.
    public static SearchFolder open(Path folder) {
        if (!isSearch(folder)) {
            throw new IllegalArgumentException(
                    "%s is not the folder of a search: it holds no %s".formatted(folder, FACTS));
        }
        if (JsonFile.readSmall(folder.resolve(FACTS)) instanceof Map<?, ?> facts
                && facts.get("spec") instanceof String name) {
            return new SearchFolder(folder, name);
        }
        throw new IllegalArgumentException("%s names no spec".formatted(folder.resolve(FACTS)));
    }

    /// Return the searches in a data folder, the oldest first; one whose `study.json` is damaged is not among them.
    public static List<SearchFolder> all(Path data) {
        if (!Files.isDirectory(data)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(data)) {
            return entries.filter(entry ->
                            isSearch(entry) && !entry.getFileName().toString().startsWith("."))
                    .flatMap(SearchFolder::ifReadable)
                    .sorted(Comparator.comparing(SearchFolder::started).thenComparing(SearchFolder::path))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(data, e), e);
        }
    }

    private static Stream<SearchFolder> ifReadable(Path folder) {
        try {
            return Stream.of(open(folder));
        } catch (IllegalArgumentException _) {
            return Stream.of();
        }
    }

    /// Return the newest search of a spec.
    public static Optional<SearchFolder> latest(Path data, String name) {
        return all(data).reversed().stream()
                .filter(search -> search.name.equals(name))
                .findFirst();
    }

    /// Return when the search began.
    public Instant started() {
        try {
            return Instant.parse(String.valueOf(facts().get("started")));
        } catch (DateTimeParseException _) {
            return Instant.EPOCH; // a file that someone has changed
        }
    }

    /// Return what stands in `study.json`.
    public Map<String, @Nullable Object> facts() {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        if (JsonFile.readSmall(path.resolve(FACTS)) instanceof Map<?, ?> read) {
            read.forEach((key, value) -> facts.put(String.valueOf(key), value));
        }
        return facts;
    }

    /// Return what the command line put in place of the spec file's own values when the search began.
    public RunSettings settings() {
        return RunSettings.read(facts().get("settings"));
    }

    /// Return how many trials keep their models.
    public int keep() {
        return facts().get("keep") instanceof Number keep ? keep.intValue() : KEEP;
    }

    /// Return how many trials are confirmed; null for as many as are cheap.
    public @Nullable Integer confirm() {
        return facts().get("confirm") instanceof Number confirm ? confirm.intValue() : null;
    }

    /// Return the name of its study in the database.
    public String study() {
        return String.valueOf(facts().getOrDefault("study", name));
    }

    /// Return where its database is: a file in the folder, unless another was given.
    public String database() {
        return facts().get("database") instanceof String url
                ? url
                : path.resolve(DATABASE).toString();
    }

    /// Return what the names of this search's own workers begin with, in a database that others share.
    public String worker() {
        return String.valueOf(facts().get(WORKER));
    }

    /// Return the spec that is searched.
    public Path spec() {
        return path.resolve(name + "_spec.json");
    }

    /// Return the best spec, ready to train.
    public Path bestSpec() {
        return path.resolve(name + "_best_spec.json");
    }

    public Path table() {
        return path.resolve(name + "_experiment_df.csv");
    }

    public Path graph() {
        return path.resolve(name + "_experiment_graph.png");
    }

    /// Return the figure of the best trials' curves.
    public Path curves() {
        return path.resolve(name + "_multi_trial_graph_mean_returns_vs_frames.png");
    }

    public Path infoTable() {
        return path.resolve("info").resolve(name + "_experiment_df.csv");
    }

    public Path trialData() {
        return path.resolve("info").resolve(name + "_trial_data_dict.json");
    }

    /// Return the folder of the trials that are trained again on fresh seeds.
    Path confirmed() {
        return path.resolve("confirm");
    }

    /// Return the run folder of a trial that is trained again on fresh seeds.
    public Path confirmed(int number) {
        return confirmed().resolve("t" + number);
    }

    /// Return the run folder of a trial.
    public Path trial(int number) {
        return path.resolve("t" + number);
    }
}
