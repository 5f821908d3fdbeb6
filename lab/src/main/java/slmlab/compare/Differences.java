package slmlab.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// The keys in which the specs of runs differ.
///
/// @param keys paths as `agent.algorithm.gamma`, those of the algorithm's and env's names first
/// @param names ends of the paths, as short as they can be without two being the same
/// @param values of each run under each key: [runs, keys]
public record Differences(List<String> keys, List<String> names, List<List<String>> values) {
    private static final List<String> FIRST = List.of("agent.algorithm.name", "env.name");
    private static final Set<String> NO_SETTING = Set.of("name", "agent.name");
    private static final String NONE = "none";

    /// Compare the specs of runs.
    public static Differences of(List<RunFolder> runs) {
        return ofSpecs(runs.stream().<Map<String, String>>map(RunSpec::keys).toList());
    }

    /// Compare specs by their keys. Where nothing that is learned from differs, keys of `meta` count too.
    static Differences ofSpecs(List<Map<String, String>> specs) {
        Set<String> all = new LinkedHashSet<>();
        specs.forEach(spec -> all.addAll(spec.keySet()));
        List<String> any = Stream.concat(FIRST.stream(), all.stream().filter(key -> !FIRST.contains(key)))
                .filter(key -> !NO_SETTING.contains(key) && differs(specs, key))
                .toList();
        List<String> learned =
                any.stream().filter(key -> !key.startsWith("meta.")).toList();
        List<String> keys = learned.isEmpty() ? any : learned; // how often rows are written seldom matters
        List<List<String>> values = specs.stream()
                .map(spec ->
                        keys.stream().map(key -> spec.getOrDefault(key, NONE)).toList())
                .toList();
        return new Differences(keys, shortened(keys, all), values);
    }

    private static boolean differs(List<Map<String, String>> specs, String key) {
        Set<String> values = new HashSet<>();
        specs.forEach(spec -> values.add(spec.getOrDefault(key, "")));
        return values.size() > 1;
    }

    /// Return the end of each path, as long as no other key of the specs ends like it.
    private static List<String> shortened(List<String> paths, Set<String> all) {
        List<String> names = new ArrayList<>();
        for (String path : paths) {
            String[] parts = path.split("\\.", -1);
            String name = parts[parts.length - 1];
            for (int i = parts.length - 2; i >= 0 && isShared(name, all); i--) {
                name = parts[i] + "." + name;
            }
            names.add(name);
        }
        return names;
    }

    private static boolean isShared(String name, Set<String> all) {
        return all.stream()
                        .filter(key -> key.equals(name) || key.endsWith("." + name))
                        .count()
                > 1;
    }
}
