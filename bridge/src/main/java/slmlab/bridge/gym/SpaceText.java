package slmlab.bridge.gym;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import tools.jackson.databind.JsonNode;

/// Reads a space as a worker describes it.
final class SpaceText {

    private SpaceText() {}

    static Space read(JsonNode node) {
        String kind = node.get("kind").asString();
        return switch (kind) {
            case "discrete" ->
                new Space.Discrete(node.get("n").asInt(), node.get("start").asInt());
            case "multi_discrete" -> {
                List<Integer> sizes = new ArrayList<>();
                node.get("sizes").forEach(size -> sizes.add(size.asInt()));
                yield new Space.MultiDiscrete(sizes);
            }
            case "multi_binary" -> new Space.MultiBinary(node.get("n").asInt());
            case "box" -> box(node);
            case "dict" -> {
                LinkedHashMap<String, Space> entries = new LinkedHashMap<>();
                node.get("entries").forEach(entry -> entries.put(entry.get(0).asString(), read(entry.get(1))));
                yield new Space.Dict(entries);
            }
            case "tuple" -> {
                List<Space> items = new ArrayList<>();
                node.get("items").forEach(item -> items.add(read(item)));
                yield new Space.Tuple(items);
            }
            default -> throw new IllegalArgumentException("a space of kind " + kind);
        };
    }

    private static Space box(JsonNode node) {
        int[] dims = new int[node.get("shape").size()];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = node.get("shape").get(i).asInt();
        }
        Shape shape = Shape.of(dims);
        DType dtype = node.get("dtype").asString().equals("uint8") ? DType.UINT8 : DType.FLOAT32;
        Bounds bounds = new Bounds(bounds(node.get("low"), shape.volume()), bounds(node.get("high"), shape.volume()));
        return new Space.Box(shape, dtype, bounds);
    }

    /// Read one bound for each number; a single one counts for all of them.
    private static float[] bounds(JsonNode node, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = bound(node.get(node.size() == 1 ? 0 : i).asString());
        }
        return values;
    }

    private static float bound(String python) {
        return switch (python) {
            case "inf" -> Float.POSITIVE_INFINITY;
            case "-inf" -> Float.NEGATIVE_INFINITY;
            default -> Float.parseFloat(python);
        };
    }
}
