package slmlab.board;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Numbers as the page gets them: seven digits, and null for what is not finite, which is a gap in a curve.
final class PageNumbers {
    private PageNumbers() {}

    static List<@Nullable Float> floats(double[] values) {
        List<@Nullable Float> list = new ArrayList<>(values.length);
        for (double value : values) {
            list.add(Double.isFinite((float) value) ? Float.valueOf((float) value) : null);
        }
        return list;
    }
}
