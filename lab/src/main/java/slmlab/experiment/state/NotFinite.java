package slmlab.experiment.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// NaN and infinite numbers in saved arrays.
public final class NotFinite {
    private NotFinite() {}

    /// Name the first one by array and index, and how many there are; null if all are finite.
    public static @Nullable String in(Map<String, Array> arrays) {
        @Nullable String first = null;
        long count = 0;
        for (Map.Entry<String, Array> entry : arrays.entrySet()) {
            Array array = entry.getValue();
            if (array.dtype() != DType.FLOAT32) {
                continue;
            }
            float[] numbers = array.floats();
            for (int i = 0; i < numbers.length; i++) {
                if (!Float.isFinite(numbers[i])) {
                    count++;
                    first = first == null
                            ? "%s%s is %s".formatted(entry.getKey(), index(i, array.shape()), numbers[i])
                            : first;
                }
            }
        }
        return count > 1 ? "%s and %s more are not finite".formatted(first, count - 1) : first;
    }

    private static String index(int at, Shape shape) {
        int rest = at;
        String index = "";
        for (int axis = shape.rank() - 1; axis >= 0; axis--) {
            index = rest % shape.dim(axis) + (index.isEmpty() ? "" : ", " + index);
            rest /= shape.dim(axis);
        }
        return "[" + index + "]";
    }
}
