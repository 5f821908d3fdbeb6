package slmlab.spec.text;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Conversion between names in Java and keys in a spec.
public final class Keys {

    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");
    private static final int LONGEST = 40;

    private Keys() {}

    /// Return the key of a component: `time_horizon` for `timeHorizon`.
    public static String of(RecordComponent component) {
        return CAPITAL.matcher(component.getName())
                .replaceAll(match -> "_" + match.group().toLowerCase(Locale.ROOT));
    }

    /// Return what a spec writes for a constant: its own text if it has one, else its name in lower case.
    public static String of(Enum<?> constant) {
        String text = constant.toString();
        return text.equals(constant.name()) ? text.toLowerCase(Locale.ROOT) : text;
    }

    public static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    public static String first(String path) {
        return path.split("[.\\[]", 2)[0];
    }

    /// Return a value as messages show it, shortened.
    public static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "'" + cut(text) + "'";
            case Double number -> SpecNumbers.text(number);
            case Map<?, ?> _ -> "a mapping";
            case List<?> list -> list.isEmpty() ? "an empty list" : "a list";
            default -> cut(value.toString());
        };
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}
