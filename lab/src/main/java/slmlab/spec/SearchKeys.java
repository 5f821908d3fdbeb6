package slmlab.spec;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Syntax of a `search` block: dotted paths or nested mappings, whose last key ends in `__` and a distribution.
public final class SearchKeys {

    /// The distributions and how many numbers each takes; a choice takes a list of any values.
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("uniform", 2),
            Map.entry("quniform", 3),
            Map.entry("loguniform", 2),
            Map.entry("qloguniform", 3),
            Map.entry("randn", 2),
            Map.entry("qrandn", 3),
            Map.entry("normal", 2), // randn before version 5
            Map.entry("randint", 2),
            Map.entry("qrandint", 3),
            Map.entry("lograndint", 2),
            Map.entry("qlograndint", 3),
            Map.entry("choice", 0),
            Map.entry("grid_search", 0)); // before version 5: every item in turn

    private SearchKeys() {}

    /// Return the distributions, and how many numbers each takes; 0 for a list of any values.
    public static Map<String, Integer> distributions() {
        return new TreeMap<>(NUMBERS);
    }

    static void check(Map<?, ?> search, String path, Problems problems) {
        search.forEach((key, value) -> {
            String at = Keys.join(path, String.valueOf(key));
            if (value instanceof Map<?, ?> nested) {
                check(nested, at, problems);
            } else {
                leaf(at, value, problems);
            }
        });
    }

    private static void leaf(String at, @Nullable Object value, Problems problems) {
        int cut = at.lastIndexOf("__");
        if (NoOps.why(cut < 0 ? at : at.substring(0, cut), "search") != null) {
            return;
        }
        if (cut < 0) {
            problems.add(at, "names no distribution; end the key in one, such as __uniform or __choice");
            return;
        }
        String distribution = at.substring(cut + 2);
        Integer count = NUMBERS.get(distribution);
        List<String> known = NUMBERS.keySet().stream().sorted().toList();
        if (count == null) {
            String hint = Suggestion.of(distribution, known)
                    .map("did you mean %s? "::formatted)
                    .orElse("");
            problems.add(at, "unknown distribution; %sKnown: %s", hint, String.join(", ", known));
        } else if (count == 0) {
            if (!(value instanceof List<?> items) || items.isEmpty()) {
                problems.add(at, "is %s; needs a list to choose from", Keys.shown(value));
            }
        } else if (!hasNumbers(value, count)) {
            problems.add(at, "is %s; needs a list of %d numbers for %s", Keys.shown(value), count, distribution);
        }
    }

    private static boolean hasNumbers(@Nullable Object value, int count) {
        return value instanceof List<?> items
                && items.size() == count
                && items.stream()
                        .allMatch(item ->
                                Objects.nonNull(item) && Numbers.finite(item).isPresent());
    }
}
