package slmlab.env.wrapper;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Flattens observations to one row of FLOAT32, discrete values one-hot, as Gymnasium's `FlattenObservation`
/// does.
final class FlattenObs extends ObsWrapper {
    private final Space from;
    private final int[] sizes; // of the one-hot parts; empty where values are copied
    private final int start;

    FlattenObs(VecEnv inner) {
        super(
                "flatten_obs",
                inner,
                new Space.Box(Shape.of(inner.obsSpace().flatSize()), DType.FLOAT32, bounds(inner.obsSpace())));
        this.from = inner.obsSpace();
        this.sizes = switch (from) {
            case Space.Discrete(int n, int _) -> new int[] {n};
            case Space.MultiDiscrete(var each) ->
                each.stream().mapToInt(Integer::intValue).toArray();
            case Space.MultiBinary _, Space.Box _, Space.Dict _, Space.Tuple _ -> new int[0];
        };
        this.start = from instanceof Space.Discrete(int _, int first) ? first : 0;
    }

    /// Name the parts of what was not one vector.
    @Override
    public Traits traits() {
        return from instanceof Space.Box ? super.traits() : super.traits().named(names(from));
    }

    private static List<String> names(Space space) {
        return switch (space) {
            case Space.Discrete(int n, int first) ->
                IntStream.range(0, n).mapToObj(i -> "is " + (first + i)).toList();
            case Space.MultiDiscrete(var each) ->
                IntStream.range(0, each.size())
                        .boxed()
                        .flatMap(part -> within("part " + part, new Space.Discrete(each.get(part))))
                        .toList();
            case Space.Dict(var entries) ->
                entries.entrySet().stream()
                        .flatMap(entry -> within(entry.getKey(), entry.getValue()))
                        .toList();
            case Space.Tuple(var items) ->
                IntStream.range(0, items.size())
                        .boxed()
                        .flatMap(item -> within("item " + item, items.get(item)))
                        .toList();
            case Space.MultiBinary _, Space.Box _ ->
                space.flatSize() == 1
                        ? List.of("")
                        : IntStream.range(0, space.flatSize())
                                .mapToObj(i -> "[%s]".formatted(i))
                                .toList();
        };
    }

    private static Stream<String> within(String part, Space space) {
        return names(space).stream().map(name -> (part + " " + name).strip());
    }

    @Override
    String step() {
        return sizes.length == 0
                ? "flatten"
                : "one_hot start=%s sizes=%s"
                        .formatted(start, Arrays.toString(sizes).replace(" ", ""));
    }

    @Override
    protected void turn(Array seen, int env, Array to) {
        float[] shown = to.floats();
        int width = shown.length / size();
        int at = env * width;
        if (sizes.length > 0) {
            Arrays.fill(shown, at, at + width, 0);
            for (int part = 0; part < sizes.length; part++) {
                shown[at + seen.ints()[env * sizes.length + part] - start] = 1;
                at += sizes[part];
            }
            return;
        }
        for (int i = at; i < at + width; i++) {
            shown[i] = switch (seen.dtype()) {
                case FLOAT32 -> seen.floats()[i];
                case INT32 -> seen.ints()[i];
                case UINT8 -> seen.bytes()[i] & 0xff;
            };
        }
    }

    /// Return the bounds of a space's flat row.
    static Bounds bounds(Space space) {
        float[] low = new float[space.flatSize()];
        float[] high = new float[space.flatSize()];
        fill(space, low, high, 0);
        return new Bounds(low, high);
    }

    private static void fill(Space space, float[] low, float[] high, int at) {
        switch (space) {
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _ ->
                Arrays.fill(high, at, at + space.flatSize(), 1);
            case Space.Box(var shape, var _, Bounds bounds) -> {
                for (int i = 0; i < shape.volume(); i++) {
                    low[at + i] = bounds.low(i);
                    high[at + i] = bounds.high(i);
                }
            }
            case Space.Dict(var entries) -> fill(entries.values(), low, high, at);
            case Space.Tuple(var items) -> fill(items, low, high, at);
        }
    }

    private static void fill(Iterable<Space> parts, float[] low, float[] high, int from) {
        int at = from;
        for (Space part : parts) {
            fill(part, low, high, at);
            at += part.flatSize();
        }
    }
}
