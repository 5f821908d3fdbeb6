package slmlab.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The keys in which the specs of runs differ, and what each run has under them.
///
/// @param keys full paths, in the order of the specs
/// @param values by run, then by key; a run whose spec does not have a key has no entry
public record DifferingKeys(List<String> keys, List<Map<String, String>> values) {

    public static DifferingKeys of(List<RunFolder> runs) {
        List<Map<String, String>> specs =
                runs.stream().<Map<String, String>>map(RunSpec::keys).toList();
        Set<String> all = new LinkedHashSet<>();
        specs.forEach(spec -> all.addAll(spec.keySet()));
        List<String> keys = all.stream()
                .filter(key -> !key.equals("name") && !key.equals("agent.name"))
                .filter(key -> specs.stream().map(spec -> spec.getOrDefault(key, "")).distinct().count() > 1)
                .toList();
        return new DifferingKeys(
                keys,
                specs.stream()
                        .map(spec -> {
                            Map<String, String> own = new LinkedHashMap<>(spec);
                            own.keySet().retainAll(keys);
                            return own;
                        })
                        .toList());
    }
}
