package slmlab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.Folders;
import slmlab.file.JsonFile;
import slmlab.spec.SpecName;

/// A run folder, by default `data/{spec_name}_{timestamp}/`, and SLM-Lab's names for the files in it.
///
/// It is known by what it holds: it may be renamed, moved and copied.
///
/// @param name the spec's name, which begins every file name
/// @param trial index of the trial whose files are meant. Ours is always 0; a folder of SLM-Lab can hold several,
///     see [#trials()]
public record RunFolder(Path path, String name, int trial) {
    private static final int FIRST = 0;
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyy_MM_dd_HHmmss", Locale.ROOT);
    private static final Pattern LEFTOVER = Pattern.compile(".*\\.\\d+\\.\\d+\\.part|\\..*\\.tmp");
    private static final int DEEPEST = 4; // `state/s0/1000/state.json`
    private static final List<String> PARTS = List.of("info", "graph", "log", "model", "state");

    public RunFolder(Path path, String name) {
        this(path, name, FIRST);
    }

    /// Create a new run folder named after its spec and the time; see the other method.
    public static RunFolder create(Path data, String specName, LocalDateTime time, Consumer<RunFolder> content) {
        return create(data, specName, null, time, content);
    }

    /// Create a new run folder, with its subfolders and initial files. It is filled under a hidden name and moved
    /// into place: a kill leaves all of it or none.
    ///
    /// @param data folder of all runs; created if it is missing
    /// @param folderName name of the folder; null for the spec's with a timestamp, that of the next free second
    ///     if it is taken
    /// @param content writes the initial files, at least the spec and `run.json`
    /// @throws IllegalArgumentException if a spec or a folder cannot have that name, or there is a folder of it
    public static RunFolder create(
            Path data, String specName, @Nullable String folderName, LocalDateTime time, Consumer<RunFolder> content) {
        return create(data, specName, folderName, time, PARTS, content);
    }

    /// Create a folder in the same way, with other subfolders.
    public static RunFolder create(
            Path data,
            String specName,
            @Nullable String folderName,
            LocalDateTime time,
            List<String> parts,
            Consumer<RunFolder> content) {
        SpecName.check(specName);
        checkFree(data, folderName);
        Path aside = data.resolve(".run-%s.part".formatted(UUID.randomUUID()));
        try {
            Files.createDirectories(data);
            Files.createDirectory(aside);
            RunFolder folder = new RunFolder(aside, specName);
            parts.forEach(folder::makePart);
            content.accept(folder);
            return folderName == null
                    ? moved(aside, data, specName, time)
                    : named(aside, data.resolve(folderName), specName);
        } catch (IOException e) {
            discard(aside, e);
            throw new UncheckedIOException(
                    "cannot create a run folder for %s in %s: %s".formatted(specName, data, e), e);
        } catch (RuntimeException e) {
            discard(aside, e);
            throw e;
        }
    }

    /// Return a time as the names of run folders have it.
    public static String stamp(LocalDateTime time) {
        return TIMESTAMP.format(time);
    }

    /// Refuse a name that a folder cannot have, or that is taken.
    public static void checkFree(Path data, @Nullable String folderName) {
        if (folderName != null) {
            SpecName.checkFolder(folderName);
            if (Files.exists(data.resolve(folderName), LinkOption.NOFOLLOW_LINKS)) {
                throw new IllegalArgumentException(
                        "%s is there already; choose another --name".formatted(data.resolve(folderName)));
            }
        }
    }

    private static RunFolder named(Path aside, Path path, String specName) throws IOException {
        Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE); // fails if another process has filled it meanwhile
        return new RunFolder(path, specName);
    }

    private static void discard(Path aside, Exception why) {
        try {
            Folders.delete(aside);
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    /// Move the folder into place. Two processes may want the same name: only one of them can have it.
    private static RunFolder moved(Path aside, Path data, String specName, LocalDateTime time) throws IOException {
        for (LocalDateTime free = time; ; free = free.plusSeconds(1)) {
            Path path = data.resolve(specName + "_" + stamp(free));
            if (Files.exists(path)) {
                continue;
            }
            try {
                Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE);
                return new RunFolder(path, specName);
            } catch (FileSystemException e) {
                if (!Files.exists(path)) {
                    throw e;
                }
            }
        }
    }

    /// Return the run in an existing folder; an [IllegalArgumentException] says why it is not one.
    public static RunFolder open(Path path) {
        if (!Files.isDirectory(path)) {
            throw new IllegalArgumentException("there is no folder %s".formatted(path));
        }
        return new RunFolder(path, RunName.of(path));
    }

    /// Whether a folder holds a run.
    public static boolean isRun(Path path) {
        return Files.isDirectory(path) && RunName.isRun(path);
    }

    /// Return all run folders in `data`, sorted by name, so those of one spec by time; none if there is no such
    /// folder.
    public static List<RunFolder> all(Path data) {
        return entries(data)
                .filter(Files::isDirectory)
                .filter(RunName::isRun)
                .map(RunFolder::open)
                .toList();
    }

    /// Return the latest run that can be resumed, of any spec.
    public static Optional<RunFolder> latest(Path data) {
        return latest(all(data).stream());
    }

    /// Return the latest run of a spec that can be resumed.
    public static Optional<RunFolder> latest(Path data, String specName) {
        return latest(all(data).stream().filter(folder -> folder.name.equals(specName)));
    }

    private static Optional<RunFolder> latest(Stream<RunFolder> runs) {
        return runs.filter(folder -> folder.flaw().isEmpty())
                .max(Comparator.comparing(RunFolder::started)
                        .thenComparing(folder -> folder.path.getFileName().toString()));
    }

    /// Return why this run cannot be resumed, for example because it was killed before its spec was written;
    /// empty if it can.
    public Optional<String> flaw() {
        try {
            JsonFile.readSmall(spec());
            started();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Return when the run started, which the local time in the folder's name does not say; an
    /// [IllegalArgumentException] says why that is unknown.
    private Instant started() {
        if (JsonFile.readSmall(provenance()) instanceof Map<?, ?> facts
                && facts.get("started") instanceof String time) {
            try {
                return OffsetDateTime.parse(time).toInstant();
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException("%s: started is not a time: %s".formatted(provenance(), time), e);
            }
        }
        throw new IllegalArgumentException("%s does not say when the run started".formatted(provenance()));
    }

    /// Refuse a run in which a file or folder is a symbolic link: what is written or deleted there lies elsewhere.
    /// The run folder itself may be one. Whoever changes a run calls this first.
    ///
    /// @throws IllegalArgumentException that names the link
    public void refuseLinks() {
        try (Stream<Path> entries = Files.walk(path.toRealPath(), DEEPEST)) {
            entries.filter(Files::isSymbolicLink).findFirst().ifPresent(link -> {
                throw new IllegalArgumentException(
                        "%s is a symbolic link; a run is changed only inside its own folder: put the files themselves there"
                                .formatted(link));
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(path, e), e);
        }
    }

    /// Delete files that a kill left half written; the folder of states cleans up after itself.
    ///
    /// @throws IllegalArgumentException if a part of the run is a symbolic link
    public void removeLeftovers() {
        refuseLinks();
        Stream.concat(Stream.of(path), Stream.of("info", "graph", "model").map(path::resolve))
                .flatMap(RunFolder::entries)
                .filter(file -> LEFTOVER.matcher(file.getFileName().toString()).matches())
                .forEach(file -> file.toFile().delete());
    }

    /// Create a subfolder if it is missing: info, graph, log, model or state.
    public void makePart(String part) {
        try {
            Files.createDirectories(path.resolve(part));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create %s: %s".formatted(path.resolve(part), e), e);
        }
    }

    public Path spec() {
        return path.resolve(name + "_spec.json");
    }

    public Path trialSpec() {
        return path.resolve(trialName() + "_spec.json");
    }

    public Path sessionTable(int session, Phase phase) {
        return info("%s_session_df_%s.csv".formatted(sessionName(session), phase));
    }

    public Path sessionMetrics(int session, Phase phase) {
        return info("%s_session_metrics_%s.json".formatted(sessionName(session), phase));
    }

    public Path sessionMetricsScalar(int session, Phase phase) {
        return info("%s_session_metrics_scalar_%s.json".formatted(sessionName(session), phase));
    }

    public Path trialMetrics() {
        return info(trialName() + "_trial_metrics.json");
    }

    public Path trialMetricsScalar() {
        return info(trialName() + "_trial_metrics_scalar.json");
    }

    /// @param what for example `mean_returns_ma_vs_frames`
    public Path sessionGraph(int session, Phase phase, String what) {
        return path.resolve("graph").resolve("%s_session_graph_%s_%s.png".formatted(sessionName(session), phase, what));
    }

    /// @param what for example `mean_returns_ma_vs_frames`
    public Path trialGraph(String what) {
        return path.resolve("graph").resolve("%s_trial_graph_%s.png".formatted(trialName(), what));
    }

    /// Return the copy of a file of `info` or `graph` in the run folder itself.
    public Path shown(Path file) {
        return path.resolve(file.getFileName());
    }

    public Path profile() {
        return path.resolve("profiler").resolve(name + ".jfr");
    }

    public Path log() {
        return path.resolve("log").resolve(trialName() + ".log");
    }

    /// Return the file of the last checkpoint's weights.
    public Path model(int session) {
        return path.resolve("model").resolve(sessionName(session) + ".safetensors");
    }

    /// Return the file of the best checkpoint's weights.
    public Path bestModel(int session) {
        return path.resolve("model").resolve(sessionName(session) + "_ckpt-best.safetensors");
    }

    /// Return the file of the weights of a session at a frame, if its spec keeps them.
    public Path modelAt(int session, long frame) {
        return path.resolve("model").resolve("%s_ckpt-%s.safetensors".formatted(sessionName(session), frame));
    }

    /// Return the file of the weights that the run began with, if it took them from another run.
    public Path initModel() {
        return path.resolve("model").resolve(name + "_init.safetensors");
    }

    /// Return the folder of a session's resumable states.
    public Path state(int session) {
        return path.resolve("state").resolve("s" + session);
    }

    /// Return the frame of a session's newest resumable state; empty if it has none.
    public OptionalLong lastState(int session) {
        return entries(state(session))
                .map(entry -> entry.getFileName().toString())
                .filter(name -> name.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong)
                .max();
    }

    public Path provenance() {
        return path.resolve("run.json");
    }

    /// Return this folder as that of each trial that has session tables, in order.
    public List<RunFolder> trials() {
        return numbers(Pattern.compile(Pattern.quote(name) + "_t(\\d{1,9})_s\\d{1,9}_session_df_train\\.csv")).stream()
                .map(index -> new RunFolder(path, name, index))
                .toList();
    }

    /// Return the indices of the sessions that have tables, in order.
    public List<Integer> sessions() {
        return numbers(Pattern.compile(Pattern.quote(trialName()) + "_s(\\d{1,9})_session_df_train\\.csv"));
    }

    private List<Integer> numbers(Pattern file) {
        return entries(path.resolve("info"))
                .map(entry -> file.matcher(entry.getFileName().toString()))
                .filter(Matcher::matches)
                .map(matcher -> Integer.valueOf(matcher.group(1)))
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, e), e);
        }
    }

    private Path info(String file) {
        return path.resolve("info").resolve(file);
    }

    /// Return the trial's name, which begins the names of its files.
    public String trialName() {
        return "%s_t%s".formatted(name, trial);
    }

    /// Return a session's name, which begins the names of its files and its lines in the log.
    public String sessionName(int session) {
        return "%s_s%s".formatted(trialName(), session);
    }
}
