package slmlab.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Texts with the answers of earlier questions in braces: `{init.class_name}-v0`.
final class Placeholders {
    private static final Pattern HOLE = Pattern.compile("\\{([a-z][\\w.-]*)}");

    private Placeholders() {}

    /// Return the paths of the answers that a text, or a text in a list or mapping, refers to.
    static List<String> in(@Nullable Object value) {
        List<String> paths = new ArrayList<>();
        switch (value) {
            case String text -> HOLE.matcher(text).results().forEach(hole -> paths.add(hole.group(1)));
            case List<?> list -> list.forEach(item -> paths.addAll(in(item)));
            case Map<?, ?> map -> map.values().forEach(item -> paths.addAll(in(item)));
            case null, default -> {}
        }
        return paths;
    }

    /// Fill a value; empty if an answer is missing. A text that is nothing but a placeholder becomes the answer
    /// itself, with its type.
    static Optional<Object> fill(Object value, Function<String, @Nullable Object> answers) {
        return switch (value) {
            case String text -> {
                Matcher whole = HOLE.matcher(text);
                yield whole.matches()
                        ? Optional.ofNullable(answers.apply(whole.group(1)))
                        : text(text, answers).map(filled -> filled);
            }
            case List<?> list -> {
                List<Object> filled = new ArrayList<>();
                list.forEach(item -> fill(item, answers).ifPresent(filled::add));
                yield filled.size() == list.size() ? Optional.of(filled) : Optional.empty();
            }
            default -> Optional.of(value);
        };
    }

    /// Fill a text; empty if an answer is missing. The items of a list are joined with commas, as flags take them.
    static Optional<String> text(String text, Function<String, @Nullable Object> answers) {
        if (in(text).stream().anyMatch(path -> answers.apply(path) == null)) {
            return Optional.empty();
        }
        return Optional.of(
                HOLE.matcher(text).replaceAll(hole -> Matcher.quoteReplacement(shown(answers.apply(hole.group(1))))));
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Boolean truth -> truth.toString();
            case List<?> list -> list.stream().map(Placeholders::shown).collect(Collectors.joining(","));
            default -> AskIf.shown(value);
        };
    }
}
