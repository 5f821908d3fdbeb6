package slmlab.spec.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Values in YAML's flow style, on one line: `{name: no_decay, start_val: 0.2}`.
public final class Flow {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][\\w/.-]*( [\\w/.-]+)*");
    private static final List<String> NOT_WORDS = List.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private Flow() {}

    /// Write a value; nulls inside a mapping are omitted.
    public static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Double number -> SpecNumbers.text(number);
            case String word -> word(word);
            case List<?> list -> list.stream().map(Flow::text).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .filter(entry -> entry.getValue() != null)
                        .map(entry -> word(String.valueOf(entry.getKey())) + ": " + text(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            default -> value.toString();
        };
    }

    /// Read a value that is written so.
    public static @Nullable Object read(String text) {
        return SpecTree.copy("the text", SpecParser.yaml("the text", text));
    }

    private static String word(String word) {
        boolean isPlain = PLAIN.matcher(word).matches() && !NOT_WORDS.contains(word.toLowerCase(Locale.ROOT));
        return isPlain ? word : "\"%s\"".formatted(word.replace("\\", "\\\\").replace("\"", "\\\""));
    }
}
