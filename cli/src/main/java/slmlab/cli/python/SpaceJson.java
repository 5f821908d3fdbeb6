package slmlab.cli.python;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.tensor.DType;

/// A space as Python reads it.
final class SpaceJson {

    private SpaceJson() {}

    /// Describe a space by what its rows hold. Dict and Tuple observations are flattened, as they are stored.
    static Map<String, Object> of(Space space) {
        return switch (space) {
            case Space.Discrete(int n, int start) -> Map.of("kind", "discrete", "n", n, "start", start);
            case Space.MultiDiscrete(var sizes) -> Map.of("kind", "multi_discrete", "sizes", sizes);
            case Space.MultiBinary(int n) -> Map.of("kind", "multi_binary", "n", n);
            case Space.Box(var shape, var dtype, var bounds) -> box(shape.dims(), dtype, bounds);
            case Space.Dict _, Space.Tuple _ ->
                box(
                        space.row().dims(),
                        DType.FLOAT32,
                        Bounds.of(space.flatSize(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
        };
    }

    private static Map<String, Object> box(Object shape, DType dtype, Bounds bounds) {
        Map<String, Object> box = new LinkedHashMap<>();
        box.put("kind", "box");
        box.put("shape", shape);
        box.put("dtype", dtype == DType.UINT8 ? "uint8" : "float32");
        box.put("low", texts(bounds.size(), bounds::low));
        box.put("high", texts(bounds.size(), bounds::high));
        return box;
    }

    /// Write bounds as text, since JSON has no infinity: one if all are equal.
    private static List<String> texts(int size, IntToDoubleFunction bound) {
        List<String> all = IntStream.range(0, size)
                .mapToObj(i -> Float.toString((float) bound.applyAsDouble(i)))
                .toList();
        return all.stream().distinct().count() == 1 ? all.subList(0, 1) : all;
    }
}
