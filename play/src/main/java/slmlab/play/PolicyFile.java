package slmlab.play;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;
import slmlab.tensor.safetensors.SafeTensors;
import slmlab.tensor.safetensors.SafeTensorsException;

/// What a policy file holds: weights, what acting computes, and what is done to observations and actions. Copies of a
/// player share it.
///
/// @param graphs what acting computes, by the number of rows, the largest first
/// @param entries the named parts of an observation; none where it is one array
/// @param exploreVar how much the algorithm explored; NaN where it has no number for it
record PolicyFile(
        SequencedMap<Integer, Graph> graphs,
        ObsSteps obs,
        List<ObsEntry> entries,
        ActionKind action,
        double exploreVar,
        Map<String, String> facts) {
    private static final String FORMAT = "slm-lab policy 1";
    private static final String GRAPH = "graph_";
    private static final int MOST_LINES = 10_000;

    static PolicyFile read(Path file) {
        try {
            return of(file.toString(), SafeTensors.read(file));
        } catch (SafeTensorsException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// @param name what messages call it
    static PolicyFile read(byte[] bytes, String name) {
        try {
            return of(name, SafeTensors.read(bytes, name));
        } catch (SafeTensorsException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// @param file what messages call it
    static PolicyFile of(String file, SafeTensors.Contents contents) {
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
        try {
            checkFinite(contents.tensors());
            SequencedMap<Integer, Graph> graphs = graphs(contents);
            Graph one = graphs.lastEntry().getValue();
            int read = width(one.inputs(), "obs");
            ObsSteps obs = ObsSteps.of(
                    fact(metadata, "obs"), lines("obs_steps", fact(metadata, "obs_steps")), contents.tensors(), read);
            obs.check(type(one.inputs(), "obs"));
            int logits = one.outputs().containsKey("logits") ? width(one.outputs(), "logits") : -1;
            ActionKind action =
                    ActionKind.of(Settings.of(fact(metadata, "action")), width(one.outputs(), "mode"), logits);
            check(action, one);
            return new PolicyFile(
                    graphs,
                    obs,
                    ObsEntry.of(lines("obs_entries", metadata.getOrDefault("obs_entries", "")), obs.frame()),
                    action,
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
            String text = fact(contents.metadata(), key);
            lines(key, text);
            graphs.put(rows(key), Graph.read(text, contents.tensors(), variables));
        }
        if (!graphs.containsKey(1)) {
            throw new IllegalArgumentException("there is no graph of one row");
        }
        return graphs;
    }

    private static int rows(String key) {
        String rows = key.substring(GRAPH.length());
        if (!rows.matches("[1-9]\\d{0,3}")) {
            throw new IllegalArgumentException("%s is no graph of 1 to 9999 rows".formatted(key));
        }
        return Integer.parseInt(rows);
    }

    /// Return the lines of a text, of which there must not be many: those of the largest agent of the lab are some
    /// hundreds, and each of millions would become an object.
    private static List<String> lines(String key, String text) {
        long count = text.lines().count();
        if (count > MOST_LINES) {
            throw new IllegalArgumentException("%s has %s lines; needs at most %s".formatted(key, count, MOST_LINES));
        }
        return text.lines().toList();
    }

    /// Refuse actions of another type than the graph computes, and a mask that does not fit them.
    private static void check(ActionKind action, Graph one) {
        DType computed = type(one.outputs(), "mode");
        if (computed != (action instanceof ActionKind.Box ? DType.FLOAT32 : DType.INT32)) {
            throw new IllegalArgumentException("the actions are %s; the graph computes %s".formatted(action, computed));
        }
        if (one.inputs().containsKey("mask")) {
            int width = width(one.inputs(), "mask");
            if (!(action instanceof ActionKind.Choices choices) || Settings.sum(choices.choices()) != width) {
                throw new IllegalArgumentException(
                        "the graph reads a mask of %s entries; the actions are %s".formatted(width, action));
            }
        }
    }

    private static DType type(Map<String, Tensor> tensors, String name) {
        width(tensors, name); // it is there
        return Objects.requireNonNull(tensors.get(name)).dtype();
    }

    /// Return the numbers of one row of an input or an output.
    private static int width(Map<String, Tensor> tensors, String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("the graph of one row has no %s".formatted(name));
        }
        return tensor.shape().volume();
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

    private static void checkFinite(Map<String, Array> tensors) {
        tensors.forEach((name, array) -> {
            if (array.dtype() != DType.FLOAT32) {
                throw new IllegalArgumentException("%s is %s; needs FLOAT32".formatted(name, array.dtype()));
            }
            float[] values = array.floats();
            for (int i = 0; i < values.length; i++) {
                if (!Float.isFinite(values[i])) {
                    throw new IllegalArgumentException("%s[%s] is %s; such an agent cannot act: use another checkpoint"
                            .formatted(name, i, values[i]));
                }
            }
        });
    }
}
