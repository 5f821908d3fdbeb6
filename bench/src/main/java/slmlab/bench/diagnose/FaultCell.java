package slmlab.bench.diagnose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.spec.MappingFile;

/// One run of the matrix: a spec with a fault in it, or without one.
///
/// @param label of its fault; empty for a healthy run
/// @param role `tuned`, `held_out`, or `fresh` for a healthy run that was added later
/// @param file of its spec, and `name` in it
/// @param given keys that are set in the spec
/// @param lag of the actors, in updates; 0 for none
/// @param deadUnits whether it starts from weights with dead units
/// @param limit after which an env `Terminated-…` ends its episodes, in steps
record FaultCell(
        String label,
        String role,
        Path file,
        String name,
        Map<String, String> given,
        int lag,
        boolean deadUnits,
        int limit,
        long seed) {

    /// Return its name among the files of the matrix.
    String id() {
        return "%s-%s-%s-%s".formatted(label.isEmpty() ? "healthy" : label.replace(' ', '_'), name, role, seed);
    }

    /// Read the cells of a matrix, in its order.
    ///
    /// @param home root of the repository, in which the spec files lie
    static List<FaultCell> read(Path home) {
        Path folder = home.resolve("bench/diagnose");
        Map<String, @Nullable Object> matrix = MappingFile.read(folder.resolve("matrix.yaml"));
        List<FaultCell> cells = new ArrayList<>();
        for (Object fault : list(matrix, "faults")) {
            for (String role : List.of("tuned", "held_out")) {
                for (Object cell : list(map(fault), role)) {
                    cells.add(of(home, text(map(fault), "label"), role, map(cell), matrix, number(matrix, "seed")));
                }
            }
        }
        Map<?, ?> healthy = map(matrix.get("healthy"));
        for (String role : List.of("tuned", "held_out", "fresh")) {
            for (Object cell : list(healthy, role)) {
                for (Object seed : list(map(healthy.get("seeds")), role)) {
                    cells.add(of(home, "", role, map(cell), matrix, ((Number) seed).intValue()));
                }
            }
        }
        return cells;
    }

    private static FaultCell of(Path home, String label, String role, Map<?, ?> cell, Map<?, ?> matrix, int seed) {
        Map<String, String> given = new LinkedHashMap<>();
        if (cell.get("set") instanceof Map<?, ?> set) {
            set.forEach((key, value) -> given.put(String.valueOf(key), JsonFile.line(Objects.requireNonNull(value))));
        }
        boolean isBase = cell.containsKey("base");
        return new FaultCell(
                label,
                role,
                home.resolve(isBase ? "bench/diagnose/bases.yaml" : text(cell, "spec")),
                text(cell, isBase ? "base" : "name"),
                given,
                cell.containsKey("lag") ? number(cell, "lag") : 0,
                Boolean.TRUE.equals(cell.get("dead_units")),
                number(matrix, "limit"),
                seed);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    private static List<?> list(Map<?, ?> map, String key) {
        return (List<?>) Objects.requireNonNull(map.get(key), key);
    }

    private static String text(Map<?, ?> map, String key) {
        return String.valueOf(Objects.requireNonNull(map.get(key), key));
    }

    private static int number(Map<?, ?> map, String key) {
        return ((Number) Objects.requireNonNull(map.get(key), key)).intValue();
    }
}
