package slmlab.flow.emit;

import java.util.LinkedHashMap;
import java.util.Map;

/// Mappings in mappings, whose values are found by paths: `agent.net.type`.
public final class NestedValues {
    private NestedValues() {}

    /// Put a value at a path, whose mappings are made where they are missing. Mappings on the way are replaced by
    /// copies.
    public static void put(Map<String, Object> map, String path, Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            map.put(path, value);
            return;
        }
        String key = path.substring(0, dot);
        Map<String, Object> inner = map.get(key) instanceof Map<?, ?> known ? copy(known) : new LinkedHashMap<>();
        map.put(key, inner);
        put(inner, path.substring(dot + 1), value);
    }

    /// Return a copy with text as keys, in the same order.
    public static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        return copy;
    }
}
