package slmlab.env;

import java.util.List;
import java.util.SequencedMap;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// What an observation or an action looks like. Integers travel as INT32, boxes as their own type, compounds as one
/// flat row of FLOAT32.
public sealed interface Space {

    /// One of `n` values, the first of which is `start`.
    record Discrete(int n, int start) implements Space {
        public Discrete(int n) {
            this(n, 0);
        }

        public Discrete {
            require(n > 0, "a discrete space of %s values: needs at least 1".formatted(n));
        }

        @Override
        public String toString() {
            return start == 0 ? "Discrete(%s)".formatted(n) : "Discrete(%s, start=%s)".formatted(n, start);
        }
    }

    /// Several choices at once.
    record MultiDiscrete(List<Integer> sizes) implements Space {
        public MultiDiscrete {
            sizes = List.copyOf(sizes);
            require(!sizes.isEmpty(), "a multi-discrete space without choices");
            require(
                    sizes.stream().allMatch(n -> n > 0),
                    "a multi-discrete space %s: each needs at least 1".formatted(sizes));
        }

        @Override
        public String toString() {
            return "MultiDiscrete(%s)".formatted(sizes);
        }
    }

    /// `n` switches, each 0 or 1.
    record MultiBinary(int n) implements Space {
        public MultiBinary {
            require(n > 0, "a multi-binary space of %s switches: needs at least 1".formatted(n));
        }

        @Override
        public String toString() {
            return "MultiBinary(%s)".formatted(n);
        }
    }

    /// Numbers between bounds, FLOAT32 or UINT8.
    record Box(Shape shape, DType dtype, Bounds bounds) implements Space {
        public Box {
            require(dtype != DType.INT32, "a box of INT32: needs FLOAT32 or UINT8");
            require(
                    bounds.size() == shape.volume(),
                    "bounds of %s numbers for a box of shape %s".formatted(bounds.size(), shape));
        }

        /// The same bounds for every number.
        public static Box of(double low, double high, int... dims) {
            Shape shape = Shape.of(dims);
            return new Box(shape, DType.FLOAT32, Bounds.of(shape.volume(), low, high));
        }

        /// Bounds for each of a row of numbers.
        public static Box of(float[] low, float[] high) {
            return new Box(Shape.of(low.length), DType.FLOAT32, new Bounds(low, high));
        }

        /// Bounds on both sides of zero.
        public static Box around(float[] high) {
            float[] low = new float[high.length];
            for (int i = 0; i < low.length; i++) {
                low[i] = -high[i];
            }
            return of(low, high);
        }

        /// Pixels, 0 to 255.
        public static Box pixels(int... dims) {
            Shape shape = Shape.of(dims);
            return new Box(shape, DType.UINT8, Bounds.of(shape.volume(), 0, 255));
        }

        @Override
        public String toString() {
            return "Box(%s, %s, %s)".formatted(bounds, shape, dtype);
        }
    }

    /// Named parts, in Gymnasium's order of flattening.
    record Dict(SequencedMap<String, Space> entries) implements Space {
        @Override
        public String toString() {
            return "Dict(%s)".formatted(entries);
        }
    }

    /// Parts in order.
    record Tuple(List<Space> items) implements Space {
        public Tuple {
            items = List.copyOf(items);
        }

        @Override
        public String toString() {
            return "Tuple(%s)".formatted(items);
        }
    }

    /// The shape of one value as it travels.
    default Shape row() {
        return switch (this) {
            case Discrete _ -> Shape.SCALAR;
            case MultiDiscrete(var sizes) -> Shape.of(sizes.size());
            case MultiBinary(int n) -> Shape.of(n);
            case Box(var shape, var _, var _) -> shape;
            case Dict _, Tuple _ -> Shape.of(flatSize());
        };
    }

    /// The type of one value as it travels.
    default DType rowType() {
        return switch (this) {
            case Discrete _, MultiDiscrete _, MultiBinary _ -> DType.INT32;
            case Box(var _, var dtype, var _) -> dtype;
            case Dict _, Tuple _ -> DType.FLOAT32;
        };
    }

    /// How many numbers one value has when it is flattened as Gymnasium does: choices as one-hot rows.
    default int flatSize() {
        return switch (this) {
            case Discrete(int n, int _) -> n;
            case MultiDiscrete(var sizes) ->
                sizes.stream().mapToInt(Integer::intValue).sum();
            case MultiBinary(int n) -> n;
            case Box(var shape, var _, var _) -> shape.volume();
            case Dict(var entries) ->
                entries.values().stream().mapToInt(Space::flatSize).sum();
            case Tuple(var items) -> items.stream().mapToInt(Space::flatSize).sum();
        };
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
