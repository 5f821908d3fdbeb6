package slmlab.spec.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Fills `${var}` in the text of a spec, before it is parsed.
///
/// A number loses the quotes around it, so `"max_frame": "${max_frame}"` becomes a number; any other value is
/// inserted as it is, inside the quotes if there are any. `${var:-value}` has a default, as in a shell.
public final class Substitution {

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?}");

    private Substitution() {}

    /// Return a text with its variables filled; those without a value keep their places.
    public static String fill(String text, Map<String, String> vars) {
        for (Map.Entry<String, String> var : vars.entrySet()) {
            text = put(text, place(var.getKey()), var.getValue());
        }
        return text;
    }

    /// Return a text with the default of each variable that is left and has one.
    public static String fillDefaults(String text) {
        String filled = text;
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
            if (place.group(2) != null) {
                filled = put(filled, Pattern.quote(place.group()), place.group(2));
            }
        }
        return filled;
    }

    private static String put(String text, String place, String value) {
        Optional<Double> number = SpecNumbers.finite(value);
        String canonical = number.map(SpecNumbers::text).orElse(value);
        String quoted = number.isPresent() ? "\"" + place + "\"|" : "";
        return text.replaceAll(quoted + place, Matcher.quoteReplacement(canonical));
    }

    /// Return the defaults of the variables in a value.
    public static Map<String, String> defaults(@Nullable Object value) {
        Map<String, String> found = new LinkedHashMap<>();
        places(value, "", (_, place) -> {
            if (place.group(2) != null) {
                found.putIfAbsent(place.group(1), place.group(2));
            }
        });
        return found;
    }

    /// Return whether a value, or a part of it, has `${var}` in it.
    public static boolean has(@Nullable Object value, String var) {
        return switch (value) {
            case String text -> Pattern.compile(place(var)).matcher(text).find();
            case Map<?, ?> map -> map.values().stream().anyMatch(item -> has(item, var));
            case List<?> list -> list.stream().anyMatch(item -> has(item, var));
            case null, default -> false;
        };
    }

    /// Return the regular expression of a variable's places.
    private static String place(String var) {
        return "\\$\\{" + Pattern.quote(var) + "(?::-[^}]*)?}";
    }

    /// Return the suffix that `env` adds to a spec's name: `_pong` for `ALE/Pong-v5`.
    public static String suffix(Map<String, String> vars) {
        String env = vars.get("env");
        if (env == null) {
            return "";
        }
        String name = env.substring(env.lastIndexOf('/') + 1);
        return "_" + name.split("-", -1)[0].toLowerCase(Locale.ROOT);
    }

    public static boolean isUnset(String text) {
        return PLACE.matcher(text).find();
    }

    /// Return every `${var}` that is not filled inside a value.
    public static List<Problem> unset(@Nullable Object value, String path) {
        List<Problem> found = new ArrayList<>();
        places(value, path, (at, place) -> found.add(new Problem(at, "needs -s %s=…".formatted(place.group(1)))));
        return found;
    }

    /// Find all places of variables inside a value, with the paths of their keys.
    private static void places(@Nullable Object value, String path, BiConsumer<String, MatchResult> found) {
        switch (value) {
            case String text -> PLACE.matcher(text).results().forEach(place -> found.accept(path, place));
            case Map<?, ?> map -> map.forEach((key, item) -> places(item, Keys.join(path, String.valueOf(key)), found));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    places(list.get(i), path + "[" + i + "]", found);
                }
            }
            case null, default -> {}
        }
    }
}
