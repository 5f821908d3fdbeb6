package slmlab.spec.key;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecNumbers;
import slmlab.spec.text.Substitution;
import slmlab.spec.text.Suggestion;

/// Converts values of a spec to the types of a record's components.
public final class Values {

    private final Problems problems;

    Values(Problems problems) {
        this.problems = problems;
    }

    /// Read `given` as `type`; a value that cannot be read adds a problem at `path` and gives `fallback`.
    @Nullable
    Object read(AnnotatedType type, @Nullable Object given, @Nullable Object fallback, String path) {
        Class<?> raw = raw(type);
        if (given == null) {
            if (!type.isAnnotationPresent(Nullable.class)) {
                problems.add(path, "is null; needs %s, or remove the key for its default", needed(type));
                return fallback;
            }
            return null;
        }
        if (given instanceof String text && raw != String.class && raw != Object.class && Substitution.isUnset(text)) {
            return fallback;
        }
        if (raw.isRecord()) {
            return record(raw, given, fallback, path);
        }
        if (raw == List.class) {
            return list(type, given, fallback, path);
        }
        Optional<?> value = scalar(raw, given);
        if (value.isEmpty()) {
            problems.add(path, "is %s; needs %s%s", Keys.shown(given), needed(type), hint(raw, given));
            return fallback;
        }
        return value.get();
    }

    private static Optional<?> scalar(Class<?> type, Object given) {
        if (type.isEnum()) {
            return constant(type, given);
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer" ->
                SpecNumbers.whole(given)
                        .filter(number -> number == number.intValue())
                        .map(Long::intValue);
            case "long", "Long" -> SpecNumbers.whole(given);
            case "double", "Double" -> SpecNumbers.finite(given);
            case "boolean", "Boolean" -> truth(given);
            case "String" -> given instanceof String ? Optional.of(given) : Optional.empty();
            case "Map" -> given instanceof Map<?, ?> map ? Optional.of(copy(map)) : Optional.empty();
            case "Object" -> Optional.of(given);
            default -> throw new IllegalStateException("a config record cannot hold a " + type);
        };
    }

    private static Optional<Boolean> truth(Object given) {
        return switch (given.toString().toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Stream<Enum<?>> constants(Class<?> type) {
        return Stream.of(type.getEnumConstants()).map(constant -> (Enum<?>) constant);
    }

    private static Optional<Enum<?>> constant(Class<?> type, Object given) {
        String text = given.toString();
        return constants(type)
                .filter(constant -> Keys.of(constant).equalsIgnoreCase(text)
                        || constant.name().equalsIgnoreCase(text))
                .findFirst();
    }

    private static String hint(Class<?> type, Object given) {
        if ((type == int.class || type == Integer.class)
                && SpecNumbers.whole(given).isPresent()) {
            return " between %s and %s".formatted(Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (!type.isEnum()) {
            return "";
        }
        return Suggestion.of(given.toString(), constants(type).map(Keys::of).toList())
                .map("; did you mean %s?"::formatted)
                .orElse("");
    }

    private @Nullable Object record(Class<?> type, Object given, @Nullable Object fallback, String path) {
        if (!(given instanceof Map<?, ?> map)) {
            problems.add(path, "is %s; needs a mapping", Keys.shown(given));
            return fallback;
        }
        Record defaults = fallback instanceof Record record ? record : Defaults.of(type.asSubclass(Record.class));
        return Overlay.read(defaults, copy(map), path, problems);
    }

    private @Nullable Object list(AnnotatedType type, Object given, @Nullable Object fallback, String path) {
        if (!(given instanceof List<?> items)) {
            problems.add(path, "is %s; needs %s", Keys.shown(given), needed(type));
            return fallback;
        }
        AnnotatedType of = item(type);
        Problems inside = new Problems();
        List<@Nullable Object> read = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            read.add(new Values(inside).read(of, items.get(i), null, path + "[" + i + "]"));
        }
        inside.list().forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
        return inside.isEmpty() && !unsetInside(items) ? Collections.unmodifiableList(read) : fallback;
    }

    private static boolean unsetInside(List<?> items) {
        return items.stream().anyMatch(item -> item instanceof String text && Substitution.isUnset(text));
    }

    /// Return an immutable copy of a mapping, with strings as keys.
    public static Map<String, @Nullable Object> copy(Map<?, ?> map) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        return Collections.unmodifiableMap(copy);
    }

    /// Return in words what a component takes.
    private static String needed(AnnotatedType type) {
        Class<?> raw = raw(type);
        String orNull = type.isAnnotationPresent(Nullable.class) ? " or null" : "";
        if (raw.isEnum()) {
            return "one of " + String.join(", ", constants(raw).map(Keys::of).toList()) + orNull;
        }
        if (raw.isRecord()) {
            return "a mapping" + orNull;
        }
        return switch (raw.getSimpleName()) {
                    case "int", "Integer", "long", "Long" -> "a whole number";
                    case "double", "Double" -> "a finite number";
                    case "boolean", "Boolean" -> "true or false";
                    case "String" -> "a string";
                    case "List" -> "a list, each item " + needed(item(type));
                    case "Map" -> "a mapping";
                    default -> "a value";
                }
                + orNull;
    }

    private static Class<?> raw(AnnotatedType type) {
        return switch (type.getType()) {
            case Class<?> plain -> plain;
            case ParameterizedType generic when generic.getRawType() instanceof Class<?> plain -> plain;
            default -> Object.class;
        };
    }

    private static AnnotatedType item(AnnotatedType list) {
        return ((AnnotatedParameterizedType) list).getAnnotatedActualTypeArguments()[0];
    }
}
