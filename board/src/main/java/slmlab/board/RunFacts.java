package slmlab.board;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// What a run is, from its spec and its `run.json`.
///
/// @param env its id; empty if unknown
/// @param algorithm its name; empty if unknown
/// @param sessions how many there will be
/// @param frames budget of one session; 0 if unknown
/// @param envs frames that one step takes
/// @param threads sessions at a time
/// @param started time in UTC; empty if unknown
/// @param settings keys that the command line set, short: `lr 3e-4`
/// @param early whether a session ended early, by its own rule
/// @param spec its keys, by their paths
record RunFacts(
        String env,
        String algorithm,
        int sessions,
        long frames,
        int envs,
        int threads,
        String started,
        String seed,
        String commit,
        Map<String, String> settings,
        boolean early,
        Map<String, String> spec) {

    /// Read both files; an [IllegalArgumentException] says what is wrong with them.
    static RunFacts of(RunFolder run) {
        Map<String, String> spec = RunSpec.keys(run);
        Map<?, ?> origin =
                Files.isRegularFile(run.provenance()) && JsonFile.readSmall(run.provenance()) instanceof Map<?, ?> m
                        ? m
                        : Map.of();
        int sessions = Math.max(1, (int) number(spec.get("meta.max_session"), 1));
        long frames = (long) number(spec.get("env.max_frame"), 0);
        boolean together = !spec.getOrDefault("meta.distributed", "false").equals("false");
        return new RunFacts(
                RunSpec.env(spec),
                spec.getOrDefault("agent.algorithm.name", ""),
                sessions,
                together ? frames / sessions : frames,
                Math.max(1, (int) number(spec.get("env.num_envs"), 1)),
                Math.max(1, (int) number(Objects.toString(origin.get("sessions_at_a_time"), "1"), 1)),
                Objects.toString(origin.get("started"), ""),
                Objects.toString(origin.get("seed"), ""),
                Objects.toString(origin.get("commit"), ""),
                settings(origin.get("settings")),
                origin.get("ended_early") instanceof Iterable<?> ended
                        && ended.iterator().hasNext(),
                spec);
    }

    private static double number(@Nullable String text, double otherwise) {
        try {
            return text == null ? otherwise : Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return otherwise; // a variable that the spec leaves open
        }
    }

    private static SequencedMap<String, String> settings(@Nullable Object settings) {
        SequencedMap<String, String> found = new LinkedHashMap<>();
        for (String part : new String[] {"vars", "keys"}) {
            if (settings instanceof Map<?, ?> all && all.get(part) instanceof Map<?, ?> keys) {
                keys.forEach((key, value) -> found.put(last(String.valueOf(key)), String.valueOf(value)));
            }
        }
        found.keySet().removeAll(java.util.Set.of("max_session", "max_frame", "env"));
        return found;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
