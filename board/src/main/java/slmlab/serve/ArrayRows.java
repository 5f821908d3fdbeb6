package slmlab.serve;

import java.lang.reflect.Array;
import java.util.List;

/// Rows of arrays, of whichever primitive type.
final class ArrayRows {
    private ArrayRows() {}

    /// Return some rows of an array.
    ///
    /// @param rows that it has
    static Object cut(Object array, int rows, int from, int count) {
        int width = Array.getLength(array) / rows;
        Object part = Array.newInstance(array.getClass().getComponentType(), count * width);
        System.arraycopy(array, from * width, part, 0, count * width);
        return part;
    }

    /// Return one array of all, one after the other.
    static Object join(List<Object> arrays) {
        if (arrays.size() == 1) {
            return arrays.getFirst();
        }
        int length = arrays.stream().mapToInt(Array::getLength).sum();
        Object all = Array.newInstance(arrays.getFirst().getClass().getComponentType(), length);
        int at = 0;
        for (Object array : arrays) {
            int each = Array.getLength(array);
            System.arraycopy(array, 0, all, at, each);
            at += each;
        }
        return all;
    }
}
