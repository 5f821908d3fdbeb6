package slmlab.env;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.spec.upstream.OtherLibraries;

/// Keyword arguments of one env, from a spec or a caller. The env reads each by name and type; [#check] refuses
/// the rest.
public final class Args {
    private final String env;
    private final Map<String, Object> given;
    private final Set<String> known = new HashSet<>();
    private final SequencedMap<String, Double> numbers = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    public Args(String env, Map<String, ?> given) {
        this.env = env;
        Map<String, Object> present = new HashMap<>(given);
        present.values().removeIf(Objects::isNull); // a null in a spec means the default
        this.given = present;
    }

    public boolean flag(String name, boolean otherwise) {
        return of(name, Boolean.class, "true or false", otherwise);
    }

    public double number(String name, double otherwise) {
        double value = of(name, Number.class, "a number", otherwise).doubleValue();
        numbers.put(name, value);
        return value;
    }

    /// Return the numbers that the env has read so far, by name, with their values.
    SequencedMap<String, Double> numbersRead() {
        return numbers;
    }

    public int integer(String name, int otherwise) {
        Number value = of(name, Number.class, "a whole number", otherwise);
        if (value.doubleValue() != value.intValue()) {
            problems.add("%s is %s; needs a whole number".formatted(name, value));
            return otherwise;
        }
        return value.intValue();
    }

    public String text(String name, String otherwise) {
        return of(name, String.class, "a string", otherwise);
    }

    /// Return a list of strings; null if it is not given.
    public @Nullable List<String> texts(String name) {
        known.add(name);
        Object value = given.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        problems.add("%s is %s; needs a list of strings".formatted(name, value));
        return null;
    }

    /// Return a list of numbers; null if it is not given.
    public @Nullable List<Double> numbers(String name) {
        known.add(name);
        Object value = given.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance)) {
            return list.stream().map(n -> ((Number) n).doubleValue()).toList();
        }
        problems.add("%s is %s; needs a list of numbers".formatted(name, value));
        return null;
    }

    /// Add a problem found by the env itself, for [#check] to report with the others.
    public void problem(String text) {
        problems.add(text);
    }

    /// Throw if there are problems, listing all of them, including unknown keywords.
    public void check() {
        for (String name : given.keySet().stream().sorted().toList()) {
            if (!known.contains(name)) {
                String meant = OtherLibraries.path(name)
                        .map("; did you mean %s?"::formatted)
                        .orElse("");
                problems.add("%s is unknown%s; %s knows: %s"
                        .formatted(
                                name,
                                meant,
                                env,
                                String.join(", ", known.stream().sorted().toList())));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s: %s".formatted(env, String.join("; ", problems)));
        }
    }

    private <T> T of(String name, Class<T> type, String wanted, T otherwise) {
        known.add(name);
        Object value = given.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!type.isInstance(value)) {
            problems.add("%s is %s; needs %s".formatted(name, value, wanted));
            return otherwise;
        }
        return type.cast(value);
    }
}
