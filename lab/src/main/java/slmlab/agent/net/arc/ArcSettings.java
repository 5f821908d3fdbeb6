package slmlab.agent.net.arc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;

/// The settings of one module of an arc. What is wrong with one becomes a problem at its path, and something
/// harmless takes its place, so that the rest is read too. A setting that nobody asks for is a problem.
final class ArcSettings {
    private final String path;
    private final Problems problems;
    private final Map<String, Object> left = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();

    /// @param path  where they stand: `arc.modules.body.Sequential[2].LazyLinear`
    /// @param given null for none
    ArcSettings(String path, @Nullable Object given, Problems problems) {
        this.path = path;
        this.problems = problems;
        if (given instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (value != null) {
                    left.put(String.valueOf(key), value);
                }
            });
        } else if (given != null) {
            problems.add(path, "is %s; needs a map of settings, or null", given);
        }
    }

    String path() {
        return path;
    }

    void wrong(String message) {
        problems.add(path, "%s", message);
    }

    void wrong(String key, String message) {
        problems.add(path + "." + key, "%s", message);
    }

    /// A value that may be missing.
    @Nullable
    Object take(String key) {
        known.add(key);
        return left.remove(key);
    }

    /// A value that must be there; `otherwise` takes its place in what is read besides.
    private Object needed(String key, Object otherwise) {
        Object value = take(key);
        if (value == null) {
            wrong(key, "is missing");
            return otherwise;
        }
        return value;
    }

    private Object given(String key, Object otherwise) {
        Object value = take(key);
        return value == null ? otherwise : value;
    }

    /// A whole number of at least 1, which must be there.
    int count(String key) {
        return atLeastOne(key, needed(key, 1));
    }

    int count(String key, int otherwise) {
        return atLeastOne(key, given(key, otherwise));
    }

    private int atLeastOne(String key, Object value) {
        int number = whole(key, value);
        if (number < 1) {
            wrong(key, "is %s; needs at least 1".formatted(value));
            return 1;
        }
        return number;
    }

    /// A whole number of any size, which must be there.
    int whole(String key) {
        return whole(key, needed(key, 1));
    }

    int whole(String key, int otherwise) {
        return whole(key, given(key, otherwise));
    }

    private int whole(String key, Object value) {
        double number = number(value);
        boolean isWhole = number == Math.rint(number);
        if (isWhole && Math.abs(number) <= Integer.MAX_VALUE) {
            return (int) number;
        }
        String most = isWhole ? " of at most " + Integer.MAX_VALUE : "";
        wrong(key, "is %s; needs a whole number%s".formatted(value, most));
        return 1;
    }

    /// One whole number or several, which must be there.
    List<Integer> wholes(String key) {
        return wholes(key, needed(key, 1));
    }

    List<Integer> wholes(String key, List<Integer> otherwise) {
        Object value = take(key);
        return value == null ? otherwise : wholes(key, value);
    }

    private List<Integer> wholes(String key, Object value) {
        List<?> items = value instanceof List<?> list ? list : List.of(value);
        List<Integer> numbers = new ArrayList<>();
        for (Object item : items) {
            numbers.add(whole(key, String.valueOf(item)));
        }
        if (numbers.isEmpty()) {
            wrong(key, "is []; needs at least one number");
            return List.of(1);
        }
        return List.copyOf(numbers);
    }

    boolean isList(String key) {
        return left.get(key) instanceof List<?>;
    }

    double number(String key, double otherwise) {
        Object value = take(key);
        if (value == null) {
            return otherwise;
        }
        double number = number(value);
        if (Double.isFinite(number)) {
            return number;
        }
        wrong(key, "is %s; needs a number".formatted(value));
        return otherwise;
    }

    /// A number, which may be written as text; NaN for anything else.
    private static double number(Object value) {
        return switch (value) {
            case Number number -> number.doubleValue();
            case String text -> {
                try {
                    yield Double.parseDouble(text);
                } catch (NumberFormatException _) {
                    yield Double.NaN; // told by the caller, who knows what is needed
                }
            }
            default -> Double.NaN;
        };
    }

    boolean flag(String key, boolean otherwise) {
        Object value = given(key, otherwise);
        if (value instanceof Boolean flag) {
            return flag;
        }
        wrong(key, "is %s; needs true or false".formatted(value));
        return otherwise;
    }

    String text(String key) {
        return String.valueOf(needed(key, ""));
    }

    String text(String key, String otherwise) {
        return String.valueOf(given(key, otherwise));
    }

    /// A whole number for both axes of an image, or one for each, which must be there.
    int[] pair(String key) {
        return both(key, needed(key, 1));
    }

    int[] pair(String key, int... otherwise) {
        Object value = take(key);
        return value == null ? otherwise : both(key, value);
    }

    private int[] both(String key, Object value) {
        if (!(value instanceof List<?> list)) {
            int number = whole(key, value);
            return new int[] {number, number};
        }
        if (list.size() != 2) {
            wrong(key, "is %s; needs a number, or two".formatted(value));
            return new int[] {1, 1};
        }
        return list.stream().mapToInt(item -> whole(key, String.valueOf(item))).toArray();
    }

    /// A check of a setting that was read.
    void that(boolean holds, String key, String needs) {
        if (!holds) {
            wrong(key, needs);
        }
    }

    /// A setting that may stand there, but can only be that.
    void only(String key, Object value, String why) {
        Object given = given(key, value);
        if (!given.equals(value)) {
            wrong(key, "is %s; needs %s: %s".formatted(given, value, why));
        }
    }

    /// Make something of several settings, which may refuse them together.
    <T> T checked(T otherwise, Supplier<T> make) {
        try {
            return make.get();
        } catch (IllegalArgumentException e) {
            wrong(String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    /// Return the settings that were asked for.
    List<String> known() {
        return List.copyOf(known);
    }

    /// End the reading.
    void done() {
        left.keySet()
                .forEach(key -> wrong(
                        key,
                        known.isEmpty() ? "unknown; there are no settings" : "unknown; there are %s".formatted(known)));
    }
}
