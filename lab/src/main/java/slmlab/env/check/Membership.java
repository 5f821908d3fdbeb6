package slmlab.env.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.tensor.Array;

/// Check of whether a value lies in its space.
public final class Membership {
    private Membership() {}

    /// Return what is wrong with row `i` of a vector's values; null if it lies in the space.
    public static @Nullable String problem(Space space, Array values, int i) {
        int size = space.row().volume();
        float[] row = new float[size];
        for (int j = 0; j < size; j++) {
            row[j] = switch (values.dtype()) {
                case FLOAT32 -> values.floats()[i * size + j];
                case INT32 -> values.ints()[i * size + j];
                case UINT8 -> Byte.toUnsignedInt(values.bytes()[i * size + j]);
            };
        }
        return switch (space) {
            case Space.Discrete(int n, int start) -> range(row, 0, start, start + n - 1);
            case Space.MultiDiscrete(var sizes) -> {
                String problem = null;
                for (int j = 0; j < size && problem == null; j++) {
                    problem = range(row, j, 0, sizes.get(j) - 1);
                }
                yield problem;
            }
            case Space.MultiBinary _, Space.Box _, Space.Dict _, Space.Tuple _ -> flat(space, row, 0);
        };
    }

    /// Check the flat form of a value, which begins at `from`: discrete values are one-hot rows there.
    private static @Nullable String flat(Space space, float[] row, int from) {
        return switch (space) {
            case Space.Discrete(int n, int _) -> oneHot(row, from, n);
            case Space.MultiDiscrete(var sizes) ->
                parts(sizes.stream().map(Space.Discrete::new).toList(), row, from);
            case Space.MultiBinary(int n) -> {
                String problem = null;
                for (int j = from; j < from + n && problem == null; j++) {
                    problem = row[j] == 0 || row[j] == 1 ? null : "value %s is %s, not 0 or 1".formatted(j, row[j]);
                }
                yield problem;
            }
            case Space.Box(var _, var _, var bounds) -> {
                String problem = null;
                for (int j = 0; j < bounds.size() && problem == null; j++) {
                    problem = range(row, from + j, bounds.low(j), bounds.high(j));
                }
                yield problem;
            }
            case Space.Dict(var entries) -> parts(List.copyOf(entries.values()), row, from);
            case Space.Tuple(var items) -> parts(items, row, from);
        };
    }

    private static @Nullable String parts(List<? extends Space> parts, float[] row, int from) {
        int at = from;
        for (Space part : parts) {
            String problem = flat(part, row, at);
            if (problem != null) {
                return problem;
            }
            at += part.flatSize();
        }
        return null;
    }

    private static @Nullable String oneHot(float[] row, int from, int n) {
        int ones = 0;
        int zeros = 0;
        for (int j = from; j < from + n; j++) {
            ones += row[j] == 1 ? 1 : 0;
            zeros += row[j] == 0 ? 1 : 0;
        }
        return ones == 1 && zeros == n - 1
                ? null
                : "values %s to %s are not a one-hot row".formatted(from, from + n - 1);
    }

    private static @Nullable String range(float[] row, int j, float low, float high) {
        return Float.isFinite(row[j]) && row[j] >= low && row[j] <= high
                ? null
                : "value %s is %s, not in [%s, %s]".formatted(j, row[j], low, high);
    }
}
