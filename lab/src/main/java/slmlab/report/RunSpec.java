package slmlab.report;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The parts of a run's spec file that reports need.
final class RunSpec {

    private RunSpec() {}

    /// Return the env's name in the spec of a trial, or of the run; also from a list of one env, as in older
    /// specs.
    static Optional<String> env(RunFolder folder, int trial) {
        return Stream.of(folder.trialSpec(trial), folder.spec())
                .filter(Files::isRegularFile)
                .findFirst()
                .map(JsonFile::read)
                .flatMap(RunSpec::env);
    }

    /// Return the env of a spec as SLM-Lab writes it, or as ours: under its name, so that it can be run again.
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
