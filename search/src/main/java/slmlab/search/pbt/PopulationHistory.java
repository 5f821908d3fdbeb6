package slmlab.search.pbt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;

/// What a population is and what has happened in it so far: `population.json`.
///
/// @param name of the spec
/// @param spec whole, with its search section
/// @param seed of the population; that of a member is so much higher as its number
/// @param command that began it
/// @param started when, in UTC
/// @param generations that are complete
record PopulationHistory(
        String name,
        Map<String, @Nullable Object> spec,
        long seed,
        List<String> command,
        String started,
        List<Generation> generations) {
    private static final String FILE = "population.json";

    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    static PopulationHistory read(Path folder) {
        return JsonFile.read(folder.resolve(FILE), PopulationHistory.class);
    }

    void write(Path folder) {
        JsonFile.write(folder.resolve(FILE), this);
    }

    PopulationHistory with(Generation next) {
        List<Generation> all = new ArrayList<>(generations);
        all.add(next);
        return new PopulationHistory(name, spec, seed, command, started, all);
    }
}
