package slmlab.serve;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The actions of a request.
///
/// @param actions `int[]`, or `float[]` where actions are continuous
/// @param details arrays of equally many numbers for each row, by name; empty where nobody asked
/// @param frame of the weights; null where their file does not say it
record Answer(
        int rows,
        Object actions,
        SequencedMap<String, float[]> details,
        @Nullable Long frame) {

    /// Return the part of a batch that belongs to one of its requests.
    Answer part(int from, int count) {
        SequencedMap<String, float[]> parts = new LinkedHashMap<>();
        for (Map.Entry<String, float[]> detail : details.entrySet()) {
            parts.put(detail.getKey(), (float[]) cut(detail.getValue(), from, count));
        }
        return new Answer(count, cut(actions, from, count), parts, frame);
    }

    private Object cut(Object array, int from, int count) {
        return ArrayRows.cut(array, rows, from, count);
    }
}
