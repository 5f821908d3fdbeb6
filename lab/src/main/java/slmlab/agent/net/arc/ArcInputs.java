package slmlab.agent.net.arc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.agent.net.FirstLayerInput;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// What the inputs of an arc's graph read of an observation: one input all of it, several its parts.
final class ArcInputs {
    private final Space obs;
    private final boolean normalize;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    /// Some neighboring features of a flat row.
    private record Part(int from, int to) {}

    /// @param names     of a graph: one, or those of the entries of a dict, or one for each item of a tuple
    /// @param normalize whether byte pixels are divided by 255
    ArcInputs(List<String> names, Space obs, boolean normalize) {
        this.obs = obs;
        this.normalize = normalize;
        if (names.size() == 1) {
            parts.put(names.getFirst(), new Part(0, obs.flatSize()));
            return;
        }
        Map<String, Part> entries = entries(names, obs);
        for (String name : names) {
            Part part = entries.get(name);
            if (part == null) {
                throw new ConfigException("arc.graph.input: %s is no part of the observation, which has %s"
                        .formatted(name, entries.keySet()));
            }
            parts.put(name, part);
        }
    }

    private static Map<String, Part> entries(List<String> names, Space obs) {
        Map<String, Part> entries = new LinkedHashMap<>();
        switch (obs) {
            case Space.Dict(var spaces) -> spaces.forEach((name, space) -> add(entries, name, space));
            case Space.Tuple(var spaces)
            when spaces.size() == names.size() -> {
                for (int i = 0; i < spaces.size(); i++) {
                    add(entries, names.get(i), spaces.get(i));
                }
            }
            case Space.Tuple(var spaces) ->
                throw new ConfigException(
                        "arc.graph.input names %s; the observation has %s parts: name each, or one for all of it"
                                .formatted(names, spaces.size()));
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _, Space.Box _ ->
                throw new ConfigException(
                        "arc.graph.input names %s; the observation is one array: name one input".formatted(names));
        }
        return entries;
    }

    private static void add(Map<String, Part> entries, String name, Space space) {
        int from = entries.values().stream().mapToInt(part -> part.to).max().orElse(0);
        entries.put(name, new Part(from, from + space.flatSize()));
    }

    Map<String, Form> forms() {
        Map<String, Form> forms = new LinkedHashMap<>();
        parts.forEach((name, part) -> forms.put(
                name,
                Form.of(
                        FirstLayerInput.isImage(obs)
                                ? FirstLayerInput.imageShape(obs)
                                : Shape.of(part.to - part.from))));
        return forms;
    }

    /// @param x observations as the env shows them
    Map<String, List<Tensor>> of(Tensor x) {
        Tensor rows =
                FirstLayerInput.isImage(obs) ? FirstLayerInput.image(obs, x, normalize) : FirstLayerInput.flat(obs, x);
        Map<String, List<Tensor>> tensors = new LinkedHashMap<>();
        parts.forEach((name, part) ->
                tensors.put(name, List.of(parts.size() == 1 ? rows : rows.slice(1, part.from, part.to))));
        return tensors;
    }
}
