package slmlab.compare;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// Names of runs beside each other: what their specs differ in.
///
/// Runs of different algorithms or envs are called by those. Runs of the same are told apart by the keys that differ
/// (`lr=0.001`), then by their seeds, then by their folders.
public final class RunLabels {
    private static final List<String> KINDS = List.of("agent.algorithm.name", "env.name");
    private static final int MOST = 4; // keys in a label

    private RunLabels() {}

    /// Return a label for each run, no two the same.
    public static List<String> of(List<RunFolder> runs) {
        if (runs.size() == 1) {
            return List.of(runs.getFirst().name());
        }
        List<Map<String, String>> specs =
                runs.stream().<Map<String, String>>map(RunSpec::keys).toList();
        List<String> kinds = KINDS.stream().filter(key -> differs(specs, key)).toList();
        List<String> labels = new ArrayList<>();
        for (Map<String, String> spec : specs) {
            labels.add(kinds.stream().map(key -> spec.getOrDefault(key, "?")).collect(Collectors.joining(" ")));
        }
        refine(labels, group -> keys(group.stream().map(specs::get).toList()));
        refine(labels, group -> seeds(group.stream().map(runs::get).toList()));
        refine(
                labels,
                group -> group.stream()
                        .map(i -> Objects.toString(runs.get(i).path().getFileName()))
                        .toList());
        return labels;
    }

    /// Add to the labels that several runs have.
    ///
    /// @param more from the numbers of such runs to what each gets; nothing for none
    private static void refine(List<String> labels, Function<List<Integer>, List<String>> more) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            groups.computeIfAbsent(labels.get(i), _ -> new ArrayList<>()).add(i);
        }
        groups.forEach((label, group) -> {
            if (group.size() > 1) {
                List<String> added = more.apply(group);
                for (int k = 0; k < group.size(); k++) {
                    labels.set(group.get(k), (label + " " + added.get(k)).strip());
                }
            }
        });
    }

    /// Return what each spec has under the keys in which they differ.
    private static List<String> keys(List<Map<String, String>> specs) {
        Differences different = Differences.ofSpecs(specs);
        int count = different.keys().size();
        String rest = count > MOST ? " and %s more keys".formatted(count - MOST) : "";
        List<String> labels = new ArrayList<>();
        for (List<String> values : different.values()) {
            List<String> pairs = new ArrayList<>();
            for (int i = 0; i < Math.min(MOST, count); i++) {
                pairs.add(different.names().get(i) + "=" + values.get(i));
            }
            labels.add(String.join(", ", pairs) + rest);
        }
        return labels;
    }

    private static boolean differs(List<Map<String, String>> specs, String key) {
        return specs.stream().map(spec -> spec.getOrDefault(key, "")).distinct().count() > 1;
    }

    private static List<String> seeds(List<RunFolder> runs) {
        List<String> seeds = runs.stream().map(RunLabels::seed).toList();
        return new HashSet<>(seeds).size() == 1
                ? runs.stream().map(_ -> "").toList()
                : seeds.stream().map("seed %s"::formatted).toList();
    }

    private static String seed(RunFolder run) {
        return Files.isRegularFile(run.provenance()) && JsonFile.read(run.provenance()) instanceof Map<?, ?> provenance
                ? Objects.toString(provenance.get("seed"), "unknown")
                : "unknown";
    }
}
