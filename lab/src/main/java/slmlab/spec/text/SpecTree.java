package slmlab.spec.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Copies the parser's result into plain values: mappings with strings as keys, lists, strings, numbers, true,
/// false, null.
///
/// YAML can build more than it writes down: an alias inside itself has no end, and aliases of aliases grow
/// without bound. Such a spec is refused.
public final class SpecTree {

    private static final int DEEPEST = 100;
    private static final int MOST = 200_000;

    private final String source;
    private int count;

    private SpecTree(String source) {
        this.source = source;
    }

    public static @Nullable Object copy(String source, @Nullable Object value) {
        return new SpecTree(source).copy(value, "", 0);
    }

    private @Nullable Object copy(@Nullable Object value, String path, int depth) {
        count++;
        if (depth > DEEPEST || count > MOST) {
            String bound = depth > DEEPEST
                    ? "is nested deeper than " + DEEPEST + " levels"
                    : "has more than " + MOST + " values";
            throw new SpecException(source, bound + "; is there an alias that contains itself?");
        }
        return switch (value) {
            case null -> null;
            case String text -> Unfilled.show(text);
            case Number _, Boolean _ -> value;
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>();
                for (int i = 0; i < list.size(); i++) {
                    copy.add(copy(list.get(i), path + "[" + i + "]", depth + 1));
                }
                yield Collections.unmodifiableList(copy);
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    String key = key(entry.getKey(), path);
                    copy.put(key, copy(entry.getValue(), Keys.join(path, key), depth + 1));
                }
                yield Collections.unmodifiableMap(copy);
            }
            default -> throw refuse(path, "is a date, a set or bytes; put it in quotes to make it a string");
        };
    }

    private String key(@Nullable Object key, String path) {
        if (key instanceof String || key instanceof Number || key instanceof Boolean) {
            return Unfilled.show(key.toString());
        }
        throw refuse(path, "has a key that is not a string; put it in quotes");
    }

    private SpecException refuse(String path, String message) {
        return new SpecException(source, List.of(new Problem(path, message)));
    }
}
