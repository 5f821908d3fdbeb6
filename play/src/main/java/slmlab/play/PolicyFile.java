package slmlab.play;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Variables;
import slmlab.tensor.safetensors.SafeTensors;

/// What a policy file holds: weights, what acting computes, and what is done to observations and actions. Copies of a
/// player share it.
///
/// @param graphs what acting computes, by the number of rows, the largest first
/// @param exploreVar how much the algorithm explored; NaN where it has no number for it
record PolicyFile(
        SequencedMap<Integer, Graph> graphs,
        ObsSteps obs,
        ActionKind action,
        double exploreVar,
        Map<String, String> facts) {
    private static final String FORMAT = "slm-lab policy 1";
    private static final String GRAPH = "graph_";

    static PolicyFile read(Path file) {
        SafeTensors.Contents contents = SafeTensors.read(file);
        Map<String, String> metadata = contents.metadata();
        String format = metadata.get("format");
        if (format == null) {
            throw new IllegalArgumentException(
                    "%s holds weights alone, not what acting computes; write a policy file with: slm-lab export RUN"
                            .formatted(file));
        }
        if (!format.equals(FORMAT)) {
            throw new IllegalArgumentException(
                    "%s is a \"%s\"; needs \"%s\", use the version of the library that wrote it"
                            .formatted(file, format, FORMAT));
        }
        String reason = metadata.get("no_graph");
        if (reason != null) {
            throw new IllegalArgumentException("%s cannot be played outside the lab: %s".formatted(file, reason));
        }
        checkFinite(file, contents.tensors());
        try {
            return new PolicyFile(
                    graphs(contents),
                    ObsSteps.of(
                            fact(metadata, "obs"),
                            fact(metadata, "obs_steps").lines().toList(),
                            contents.tensors()),
                    ActionKind.of(Settings.of(fact(metadata, "action"))),
                    Double.parseDouble(metadata.getOrDefault("explore_var", "NaN")),
                    facts(metadata));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static SequencedMap<Integer, Graph> graphs(SafeTensors.Contents contents) {
        Variables variables = new Variables();
        SequencedMap<Integer, Graph> graphs = new LinkedHashMap<>();
        List<String> keys = contents.metadata().keySet().stream()
                .filter(key -> key.startsWith(GRAPH))
                .sorted(Comparator.comparingInt((String key) -> rows(key)).reversed())
                .toList();
        for (String key : keys) {
            graphs.put(rows(key), Graph.read(fact(contents.metadata(), key), contents.tensors(), variables));
        }
        if (!graphs.containsKey(1)) {
            throw new IllegalArgumentException("there is no graph of one row");
        }
        return graphs;
    }

    private static int rows(String key) {
        return Integer.parseInt(key.substring(GRAPH.length()));
    }

    private static String fact(Map<String, String> metadata, String key) {
        String fact = metadata.get(key);
        if (fact == null) {
            throw new IllegalArgumentException("the metadata has no %s".formatted(key));
        }
        return fact;
    }

    private static Map<String, String> facts(Map<String, String> metadata) {
        Map<String, String> facts = new LinkedHashMap<>(metadata);
        facts.keySet().removeIf(key -> key.startsWith(GRAPH));
        return Map.copyOf(facts);
    }

    private static void checkFinite(Path file, Map<String, Array> tensors) {
        tensors.forEach((name, array) -> {
            float[] values = array.floats();
            for (int i = 0; i < values.length; i++) {
                if (!Float.isFinite(values[i])) {
                    throw new IllegalArgumentException(
                            "%s: %s[%s] is %s; such an agent cannot act: use another checkpoint"
                                    .formatted(file, name, i, values[i]));
                }
            }
        });
    }
}
