package slmlab.spec.key;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;

/// Records as the mappings of a spec, every default filled in: the inverse of [Overlay], which reads them
/// again.
public final class Written {

    private Written() {}

    /// Write a record: keys in the order of its components, including those of a [Rest] map.
    public static Map<String, @Nullable Object> of(Record record) {
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = Records.value(record, component);
            if (component.isAnnotationPresent(Inline.class) && value instanceof Record part) {
                written.putAll(of(part));
            } else if (component.isAnnotationPresent(Rest.class) && value instanceof Map<?, ?> rest) {
                rest.forEach((key, item) -> written.put(String.valueOf(key), plain(item)));
            } else {
                written.put(Keys.of(component), plain(value));
            }
        }
        return written;
    }

    static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Record record -> of(record);
            case Enum<?> constant -> text(Keys.of(constant));
            case List<?> list -> list.stream().map(Written::plain).toList();
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> written = new LinkedHashMap<>();
                map.forEach((key, item) -> written.put(String.valueOf(key), plain(item)));
                yield written;
            }
            case null, default -> value;
        };
    }

    /// Write a constant such as `false`, one option among strings, as upstream does: without quotes.
    private static Object text(String text) {
        return text.equals("false") ? false : text;
    }
}
