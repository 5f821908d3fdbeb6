package slmlab.run;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.file.Quoted;

/// The parts of a run's spec file that reports need.
public final class RunSpec {
    private static final int MOST_KEYS = 10_000;
    private static final int LONGEST_PATH = 1000;

    private RunSpec() {}

    /// Return the env's name in the spec of a trial, or of the run; also from a list of one env, as in older
    /// specs.
    public static Optional<String> env(RunFolder folder) {
        return Stream.of(folder.trialSpec(), folder.spec())
                .filter(Files::isRegularFile)
                .findFirst()
                .map(JsonFile::readSmall)
                .flatMap(RunSpec::env);
    }

    /// Return the id of the env among the keys of a spec; empty if they name none. A lander with `continuous` is
    /// the env that Gymnasium also lists by a name of its own.
    public static String env(Map<String, String> keys) {
        String name = keys.getOrDefault("env.name", "");
        return name.equals("LunarLander-v3") && "true".equals(keys.get("env.continuous"))
                ? "LunarLanderContinuous-v3"
                : name;
    }

    /// Return every key of a run's spec with its value, by its path: `agent.algorithm.gamma`. Empty if there is no
    /// spec.
    public static SequencedMap<String, String> keys(RunFolder folder) {
        return Files.isRegularFile(folder.spec())
                ? keys(folder.spec().toString(), JsonFile.readSmall(folder.spec()))
                : new LinkedHashMap<>();
    }

    /// Return the same of a spec that has been read, under its name or not.
    ///
    /// @param source what it was read from
    /// @throws IllegalArgumentException if it is larger than any spec
    public static SequencedMap<String, String> keys(String source, Object file) {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        collect(source, "", spec(file), keys);
        return keys;
    }

    private static void collect(String source, String path, @Nullable Object value, Map<String, String> to) {
        if (to.size() > MOST_KEYS) {
            throw new IllegalArgumentException(
                    "%s has more than %s keys; a spec has some hundred".formatted(source, MOST_KEYS));
        }
        if (path.length() > LONGEST_PATH) {
            throw new IllegalArgumentException(
                    "%s has a key of more than %s characters: %s".formatted(source, LONGEST_PATH, Quoted.text(path)));
        }
        if (value instanceof Map<?, ?> entries && !entries.isEmpty()) {
            entries.forEach((key, inner) -> collect(source, path.isEmpty() ? "" + key : path + "." + key, inner, to));
        } else {
            to.put(path, value instanceof Number number ? Csv.number(number.doubleValue()) : String.valueOf(value));
        }
    }

    /// Return a spec as SLM-Lab writes it, or as ours: under its name, so that it can be run again.
    private static @Nullable Object spec(Object file) {
        return file instanceof Map<?, ?> entries && entries.size() == 1 && !entries.containsKey("env")
                ? entries.values().iterator().next()
                : file;
    }

    private static Optional<String> env(Object file) {
        Object env = entry(spec(file), "env");
        Object only = env instanceof List<?> list && !list.isEmpty() ? list.getFirst() : env;
        return entry(only, "name") instanceof String name ? Optional.of(name) : Optional.empty();
    }

    private static @Nullable Object entry(@Nullable Object map, String key) {
        return map instanceof Map<?, ?> entries ? entries.get(key) : null;
    }
}
