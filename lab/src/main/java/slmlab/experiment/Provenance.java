package slmlab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.plan.PlanChange;
import slmlab.file.JsonFile;
import slmlab.run.Build;
import slmlab.run.RunFolder;

/// Where a run's numbers come from: `run.json`.
public final class Provenance {
    private static final String SETTINGS = "settings";
    private static final String FOLDER = "working_folder";
    private static final String CHANGES = "changes";
    private static final String COPIES = "copies";
    private static final String TRACK = "track";
    private static final String EARLY = "ended_early";

    private Provenance() {}

    /// Return the facts of a run, or of a search, that begins now.
    public static Map<String, Object> of(RunOptions options) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("seed", options.seed());
        facts.put("command", options.command());
        facts.put(FOLDER, Path.of("").toAbsolutePath().toString());
        facts.put("started", Instant.now().toString()); // UTC; by it the newest run is found
        facts.put("version", Build.read().version());
        facts.put("commit", Build.read().commit());
        facts.put("java", System.getProperty("java.vendor") + " " + Runtime.version());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("cpu", cpu());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("sessions_at_a_time", options.threads());
        if (!options.settings().isEmpty()) {
            facts.put(SETTINGS, options.settings());
        }
        if (!options.track().isEmpty()) {
            facts.put(TRACK, options.track());
        }
        return facts;
    }

    /// Return what the command line put in place of the spec file's values.
    static RunSettings settings(RunFolder folder) {
        return RunSettings.read(facts(folder).get(SETTINGS));
    }

    /// Return the folder in which a run was started; empty where it is not known.
    static Optional<Path> workingFolder(RunFolder folder) {
        return facts(folder).get(FOLDER) instanceof String path ? Optional.of(Path.of(path)) : Optional.empty();
    }

    /// Return where the rows of a run have gone so far.
    static List<String> track(RunFolder folder) {
        return facts(folder).get(TRACK) instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// Record where the rows of a run go from now on.
    static void track(RunFolder folder, List<String> words) {
        if (!words.equals(track(folder))) {
            Map<String, @Nullable Object> facts = facts(folder);
            facts.put(TRACK, words);
            JsonFile.write(folder.provenance(), facts);
        }
    }

    /// Record that a run that had begun was changed: when, by which command, at which frames, and what.
    static void change(RunFolder folder, RunOptions options, List<PlanChange> changes, List<Long> frames) {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("time", Instant.now().toString());
        change.put("command", options.command());
        change.put("frames", frames);
        Map<String, Object> keys = new LinkedHashMap<>();
        changes.forEach(each -> keys.put(each.path(), each.written()));
        change.put("keys", keys);
        Map<String, @Nullable Object> facts = facts(folder);
        List<Object> all = new ArrayList<>(facts.get(CHANGES) instanceof List<?> earlier ? earlier : List.of());
        all.add(change);
        facts.put(CHANGES, all);
        facts.put(SETTINGS, options.settings());
        JsonFile.write(folder.provenance(), facts);
    }

    /// Record that a run continues from a copy of another one.
    static void copy(RunFolder folder, Map<String, Object> copy) {
        Map<String, @Nullable Object> facts = facts(folder);
        List<Object> all = new ArrayList<>(copies(facts));
        all.add(copy);
        facts.put(COPIES, all);
        JsonFile.write(folder.provenance(), facts);
    }

    /// Return whether a run has made a copy of that number.
    static boolean hasCopy(RunFolder folder, int number) {
        return copies(facts(folder)).stream()
                .anyMatch(copy -> copy instanceof Map<?, ?> map
                        && map.get("number") instanceof Number made
                        && made.intValue() == number);
    }

    private static List<?> copies(Map<String, @Nullable Object> facts) {
        return facts.get(COPIES) instanceof List<?> earlier ? earlier : List.of();
    }

    /// Record which sessions ended early, and why; a record of an earlier end that was taken back is removed.
    static void end(RunFolder folder, List<SessionResult> results) {
        Map<String, @Nullable Object> facts = facts(folder);
        List<Object> ended = new ArrayList<>();
        for (SessionResult result : results) {
            if (result.earlyStop() != null) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("session", result.session());
                entry.put("frame", result.frame());
                entry.put("reason", result.earlyStop());
                ended.add(entry);
            }
        }
        if (!ended.isEmpty() || facts.containsKey(EARLY)) {
            facts.put(EARLY, ended);
            JsonFile.write(folder.provenance(), facts);
        }
    }

    private static Map<String, @Nullable Object> facts(RunFolder folder) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        if (JsonFile.read(folder.provenance()) instanceof Map<?, ?> read) {
            read.forEach((key, value) -> facts.put(String.valueOf(key), value));
        }
        return facts;
    }

    /// Return the seed of the run in a folder.
    static long seed(RunFolder folder) {
        if (facts(folder).get("seed") instanceof Number seed) {
            return seed.longValue();
        }
        throw new IllegalArgumentException(
                "%s names no seed; the run cannot be resumed".formatted(folder.provenance()));
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException | UncheckedIOException _) {
            return "unknown"; // not Linux
        }
    }
}
