package slmlab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import slmlab.report.Build;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;

/// Where a run's numbers come from: `run.json`.
final class Provenance {
    private Provenance() {}

    static Map<String, Object> of(RunOptions options) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("seed", options.seed());
        facts.put("command", options.command());
        facts.put("started", Instant.now().toString()); // UTC; by it the newest run is found
        facts.put("version", Build.read().version());
        facts.put("commit", Build.read().commit());
        facts.put("java", System.getProperty("java.vendor") + " " + Runtime.version());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("cpu", cpu());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("sessions_at_a_time", options.threads());
        return facts;
    }

    /// Return the seed of the run in a folder.
    static long seed(RunFolder folder) {
        if (JsonFile.read(folder.provenance()) instanceof Map<?, ?> facts && facts.get("seed") instanceof Number seed) {
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
