package slmlab.env;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// The set of valid observations or actions. Discrete values are stored as INT32, boxes in their own type, Dict
/// and Tuple as one flat row of FLOAT32.
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

    /// Several discrete values at once.
    record MultiDiscrete(List<Integer> sizes) implements Space {
        public MultiDiscrete {
            sizes = List.copyOf(sizes);
            require(!sizes.isEmpty(), "a multi-discrete space without sizes");
            require(
                    sizes.stream().allMatch(n -> n > 0),
                    "a multi-discrete space %s: each needs at least 1".formatted(sizes));
        }

        @Override
        public String toString() {
            return "MultiDiscrete(%s)".formatted(sizes);
        }
    }

    /// `n` values, each 0 or 1.
    record MultiBinary(int n) implements Space {
        public MultiBinary {
            require(n > 0, "a multi-binary space of %s values: needs at least 1".formatted(n));
        }

        @Override
        public String toString() {
            return "MultiBinary(%s)".formatted(n);
        }
    }

    /// An array of values between bounds, FLOAT32 or UINT8.
    record Box(Shape shape, DType dtype, Bounds bounds) implements Space {
        public Box {
            require(dtype != DType.INT32, "a box of INT32: needs FLOAT32 or UINT8");
            require(bounds.size() == shape.volume(), "%s bounds for a box of shape %s".formatted(bounds.size(), shape));
        }

        /// Return a box with the same bounds for every element.
        public static Box of(double low, double high, int... dims) {
            Shape shape = Shape.of(dims);
            return new Box(shape, DType.FLOAT32, Bounds.of(shape.volume(), low, high));
        }

        /// Return a one-dimensional box with bounds for each element.
        public static Box of(float[] low, float[] high) {
            return new Box(Shape.of(low.length), DType.FLOAT32, new Bounds(low, high));
        }

        /// Return a one-dimensional box with bounds symmetric around zero.
        public static Box around(float[] high) {
            float[] low = new float[high.length];
            for (int i = 0; i < low.length; i++) {
                low[i] = -high[i];
            }
            return of(low, high);
        }

        /// Return a box of pixels, 0 to 255.
        public static Box pixels(int... dims) {
            Shape shape = Shape.of(dims);
            return new Box(shape, DType.UINT8, Bounds.of(shape.volume(), 0, 255));
        }

        @Override
        public String toString() {
            return "Box(%s, %s, %s)".formatted(bounds, shape, dtype);
        }
    }

    /// Named spaces, in the order in which Gymnasium flattens them.
    record Dict(SequencedMap<String, Space> entries) implements Space {
        public Dict {
            entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
        }

        /// Return a dict of these spaces in the order of their names, which is Gymnasium's.
        public static Dict of(Map<String, Space> entries) {
            return new Dict(new TreeMap<>(entries));
        }

        @Override
        public String toString() {
            return "Dict(%s)".formatted(entries);
        }
    }

    /// Spaces in order.
    record Tuple(List<Space> items) implements Space {
        public Tuple {
            items = List.copyOf(items);
        }

        @Override
        public String toString() {
            return "Tuple(%s)".formatted(items);
        }
    }

    /// Return the shape of one value as it is stored.
    default Shape row() {
        return switch (this) {
            case Discrete _ -> Shape.SCALAR;
            case MultiDiscrete(var sizes) -> Shape.of(sizes.size());
            case MultiBinary(int n) -> Shape.of(n);
            case Box(var shape, var _, var _) -> shape;
            case Dict _, Tuple _ -> Shape.of(flatSize());
        };
    }

    /// Return how many numbers one value has as it is stored.
    default int rowSize() {
        return row().volume();
    }

    /// Return the bytes of one value as it is stored.
    default long rowBytes() {
        return (long) rowSize() * rowType().bytes();
    }

    /// Return the type of one value as it is stored.
    default DType rowType() {
        return switch (this) {
            case Discrete _, MultiDiscrete _, MultiBinary _ -> DType.INT32;
            case Box(var _, var dtype, var _) -> dtype;
            case Dict _, Tuple _ -> DType.FLOAT32;
        };
    }

    /// Return the size of one value when it is flattened as Gymnasium does: discrete values as one-hot rows.
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
