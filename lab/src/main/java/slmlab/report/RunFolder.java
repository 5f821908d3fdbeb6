package slmlab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder `data/{spec_name}_{timestamp}/` and SLM-Lab's names for the files in it.
///
/// @param name the spec's name, with which every file begins
public record RunFolder(Path path, String name) {
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyy_MM_dd_HHmmss", Locale.ROOT);
    private static final Pattern FOLDER = Pattern.compile("(.+)_\\d{4}_\\d{2}_\\d{2}_\\d{6}");
    private static final Pattern LEFTOVER = Pattern.compile(".*\\.\\d+\\.\\d+\\.part|\\..*\\.tmp");
    private static final List<String> PARTS = List.of("info", "graph", "log", "model", "state");

    /// Make a new run folder and the folders in it; if the second is taken, that of the next free second.
    ///
    /// @param data where run folders lie; made if it is missing
    public static RunFolder create(Path data, String specName, LocalDateTime time) {
        try {
            Files.createDirectories(data);
            for (LocalDateTime free = time; ; free = free.plusSeconds(1)) {
                Path path = data.resolve(specName + "_" + TIMESTAMP.format(free));
                try {
                    Files.createDirectory(path);
                } catch (FileAlreadyExistsException _) {
                    continue;
                }
                RunFolder folder = new RunFolder(path, specName);
                PARTS.forEach(folder::makePart);
                return folder;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a run folder for %s in %s: %s".formatted(specName, data, e), e);
        }
    }

    /// The run in an existing folder; an [IllegalArgumentException] says why it is none.
    public static RunFolder open(Path path) {
        if (!Files.isDirectory(path)) {
            throw new IllegalArgumentException("there is no folder %s".formatted(path));
        }
        Path last = path.toAbsolutePath().normalize().getFileName();
        Matcher matcher = FOLDER.matcher(String.valueOf(last));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "%s is no run folder: its name needs the form {spec_name}_yyyy_mm_dd_hhmmss".formatted(path));
        }
        return new RunFolder(path, matcher.group(1));
    }

    /// All run folders in `data`, by name, so those of one spec by time; none if there is no such folder.
    public static List<RunFolder> all(Path data) {
        return entries(data)
                .filter(Files::isDirectory)
                .filter(path -> FOLDER.matcher(path.getFileName().toString()).matches())
                .map(RunFolder::open)
                .toList();
    }

    /// The newest run folder of a spec.
    public static Optional<RunFolder> latest(Path data, String specName) {
        return all(data).stream()
                .filter(folder -> folder.name.equals(specName))
                .max(Comparator.comparing(folder -> folder.path.getFileName().toString()));
    }

    /// Delete what a kill left half written beside the files; what goes on in the folder of states is not ours.
    public void removeLeftovers() {
        Stream.concat(Stream.of(path), Stream.of("info", "graph", "model").map(path::resolve))
                .flatMap(RunFolder::entries)
                .filter(file -> LEFTOVER.matcher(file.getFileName().toString()).matches())
                .forEach(file -> file.toFile().delete());
    }

    /// Make a folder in it if it is missing: info, graph, log, model or state.
    void makePart(String part) {
        try {
            Files.createDirectories(path.resolve(part));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make %s: %s".formatted(path.resolve(part), e), e);
        }
    }

    public Path spec() {
        return path.resolve(name + "_spec.json");
    }

    public Path trialSpec(int trial) {
        return path.resolve(trialName(trial) + "_spec.json");
    }

    public Path sessionTable(int trial, int session, Phase phase) {
        return info("%s_session_df_%s.csv".formatted(sessionName(trial, session), phase));
    }

    public Path sessionMetrics(int trial, int session, Phase phase) {
        return info("%s_session_metrics_%s.json".formatted(sessionName(trial, session), phase));
    }

    public Path sessionMetricsScalar(int trial, int session, Phase phase) {
        return info("%s_session_metrics_scalar_%s.json".formatted(sessionName(trial, session), phase));
    }

    public Path trialMetrics(int trial) {
        return info(trialName(trial) + "_trial_metrics.json");
    }

    public Path trialMetricsScalar(int trial) {
        return info(trialName(trial) + "_trial_metrics_scalar.json");
    }

    /// @param what for example `mean_returns_ma_vs_frames`
    public Path sessionGraph(int trial, int session, Phase phase, String what) {
        return path.resolve("graph")
                .resolve("%s_session_graph_%s_%s.png".formatted(sessionName(trial, session), phase, what));
    }

    /// @param what for example `mean_returns_ma_vs_frames`
    public Path trialGraph(int trial, String what) {
        return path.resolve("graph").resolve("%s_trial_graph_%s.png".formatted(trialName(trial), what));
    }

    /// The place in the run folder itself where a file of `info` or `graph` is shown once more.
    public Path shown(Path file) {
        return path.resolve(file.getFileName());
    }

    public Path log(int trial) {
        return path.resolve("log").resolve(trialName(trial) + ".log");
    }

    /// Weights of the last checkpoint.
    public Path model(int trial, int session) {
        return path.resolve("model").resolve(sessionName(trial, session) + ".safetensors");
    }

    /// Weights of the best checkpoint.
    public Path bestModel(int trial, int session) {
        return path.resolve("model").resolve(sessionName(trial, session) + "_ckpt-best.safetensors");
    }

    /// The folder of a session's resumable states.
    public Path state(int session) {
        return path.resolve("state").resolve("s" + session);
    }

    public Path provenance() {
        return path.resolve("run.json");
    }

    /// The numbers of the trials that left session tables, in order.
    public List<Integer> trials() {
        return numbers(Pattern.compile(Pattern.quote(name) + "_t(\\d+)_s\\d+_session_df_train\\.csv"));
    }

    /// The numbers of the sessions of a trial that left tables, in order.
    public List<Integer> sessions(int trial) {
        return numbers(Pattern.compile(Pattern.quote(trialName(trial)) + "_s(\\d+)_session_df_train\\.csv"));
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

    private String trialName(int trial) {
        return "%s_t%s".formatted(name, trial);
    }

    private String sessionName(int trial, int session) {
        return "%s_t%s_s%s".formatted(name, trial, session);
    }
}
