package slmlab.report;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What reports need to know of a run's spec file.
final class RunSpec {

    private RunSpec() {}

    /// The env's name in the spec of a trial, or of the run; a list of one env, as older specs have it, counts too.
    static Optional<String> env(RunFolder folder, int trial) {
        return Stream.of(folder.trialSpec(trial), folder.spec())
                .filter(Files::isRegularFile)
                .findFirst()
                .map(JsonFile::read)
                .flatMap(RunSpec::env);
    }

    /// A spec as SLM-Lab writes it, or under its name as ours are, which can be run again.
    private static Optional<String> env(Object file) {
        Object spec = file instanceof Map<?, ?> entries && entries.size() == 1 && !entries.containsKey("env")
                ? entries.values().iterator().next()
                : file;
        Object env = entry(spec, "env");
        Object only = env instanceof List<?> list && !list.isEmpty() ? list.getFirst() : env;
        return entry(only, "name") instanceof String name ? Optional.of(name) : Optional.empty();
    }

    private static @Nullable Object entry(@Nullable Object map, String key) {
        return map instanceof Map<?, ?> entries ? entries.get(key) : null;
    }
}
