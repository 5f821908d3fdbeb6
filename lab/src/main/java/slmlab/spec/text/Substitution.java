package slmlab.spec.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Fills `${var}` in the text of a spec, before it is parsed.
///
/// A number loses the quotes around it, so `"max_frame": "${max_frame}"` becomes a number; any other value is
/// inserted as it is, inside the quotes if there are any.
public final class Substitution {

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private Substitution() {}

    /// Return a text with its variables filled.
    public static String fill(String text, Map<String, String> vars) {
        for (Map.Entry<String, String> var : vars.entrySet()) {
            String place = place(var.getKey());
            Optional<Double> number = SpecNumbers.finite(var.getValue());
            if (number.isPresent()) {
                String canonical = SpecNumbers.text(number.get());
                text = text.replace("\"" + place + "\"", canonical).replace(place, canonical);
            } else {
                text = text.replace(place, var.getValue());
            }
        }
        return text;
    }

    /// Return whether a value, or a part of it, has `${var}` in it.
    public static boolean has(@Nullable Object value, String var) {
        return switch (value) {
            case String text -> text.contains(place(var));
            case Map<?, ?> map -> map.values().stream().anyMatch(item -> has(item, var));
            case List<?> list -> list.stream().anyMatch(item -> has(item, var));
            case null, default -> false;
        };
    }

    private static String place(String var) {
        return "${" + var + "}";
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
        find(value, path, found);
        return found;
    }

    private static void find(@Nullable Object value, String path, List<Problem> found) {
        switch (value) {
            case String text -> {
                Matcher place = PLACE.matcher(text);
                while (place.find()) {
                    found.add(new Problem(path, "needs -s %s=…".formatted(place.group(1))));
                }
            }
            case Map<?, ?> map -> map.forEach((key, item) -> find(item, Keys.join(path, String.valueOf(key)), found));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    find(list.get(i), path + "[" + i + "]", found);
                }
            }
            case null, default -> {}
        }
    }
}
