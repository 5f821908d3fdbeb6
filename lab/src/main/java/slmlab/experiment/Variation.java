package slmlab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// One combination of the values that `-s` gives.
///
/// @param values all of them, by variable or path
/// @param differing those of which there are several, by the same names; empty if this is the only combination
public record Variation(Map<String, String> values, Map<String, String> differing) {

    /// Return every combination of the values of `-s KEY=VALUE[,VALUE…]`, the last key varying fastest.
    ///
    /// @param flags values that are the same in all of them
    /// @throws IllegalArgumentException if one is not of that form, or a key is given twice
    public static List<Variation> all(List<String> settings, Map<String, String> flags) {
        List<Variation> all = List.of(new Variation(flags, Map.of()));
        List<String> keys = new ArrayList<>(flags.keySet());
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            String key = equals < 0 ? setting : setting.substring(0, equals).strip();
            if (equals < 0) {
                throw new IllegalArgumentException("-s %s has no value; needs KEY=VALUE".formatted(setting));
            }
            if (key.isEmpty()) {
                throw new IllegalArgumentException("-s %s has no name before the =".formatted(setting));
            }
            if (keys.contains(key)) {
                throw new IllegalArgumentException(
                        flags.containsKey(key)
                                ? "-s %s and a flag both set it; keep one of them".formatted(key)
                                : "-s %s is given twice; keep one of them, or put commas between its values"
                                        .formatted(key));
            }
            keys.add(key);
            all = product(all, key, parts(setting, setting.substring(equals + 1)));
        }
        return all;
    }

    private static List<Variation> product(List<Variation> all, String key, List<String> values) {
        List<Variation> product = new ArrayList<>();
        for (Variation each : all) {
            for (String value : values) {
                Map<String, String> longer = new LinkedHashMap<>(each.values);
                longer.put(key, value);
                Map<String, String> differing = new LinkedHashMap<>(each.differing);
                if (values.size() > 1) {
                    differing.put(key, value);
                }
                product.add(new Variation(longer, differing));
            }
        }
        return product;
    }

    /// Split a text at its commas, but not inside brackets, braces and quotes.
    private static List<String> parts(String setting, String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (quote != 0) {
                quote = letter == quote ? 0 : quote;
            } else if (letter == '"' || letter == '\'') {
                quote = letter;
            } else if (letter == '[' || letter == '{') {
                depth++;
            } else if (letter == ']' || letter == '}') {
                depth--;
            } else if (letter == ',' && depth == 0) {
                parts.add(text.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.add(text.substring(from).strip());
        if (parts.size() > 1 && (parts.contains("") || new LinkedHashSet<>(parts).size() < parts.size())) {
            throw new IllegalArgumentException(
                    "-s %s: of values with commas between them, none may be empty and no two equal".formatted(setting));
        }
        return parts;
    }

    /// Return a text that YAML reads as this string.
    public static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /// Return the name that tells this combination from the others: `lr=1e-3 gamma=0.9`.
    public String label() {
        List<String> words = new ArrayList<>();
        differing.forEach((key, value) -> words.add(key.substring(key.lastIndexOf('.') + 1) + "=" + value));
        return String.join(" ", words);
    }
}
