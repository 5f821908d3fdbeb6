package slmlab.design;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slmlab.spec.text.Suggestion;

/// One mapping of a design file, read key by key. A value of the wrong type is a finding, and counts as absent;
/// so is a key that nothing has read when all is read.
public final class DesignSection {
    private final Path folder; // of the file, for the files that it names
    private final String path;
    private final Map<?, ?> values;
    private final Findings found;
    private final TypedValues single;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<DesignSection> children = new ArrayList<>();

    public DesignSection(Path folder, String path, Map<?, ?> values, Findings found) {
        this.folder = folder;
        this.path = path;
        this.values = values;
        this.found = found;
        this.single = new TypedValues(found);
    }

    /// Return the path of a key.
    public String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public String path() {
        return path;
    }

    /// Return whether a key has a value; null counts as none.
    public boolean has(String key) {
        known.add(key);
        return values.get(key) != null;
    }

    /// Note each of these keys that is missing.
    public void require(String... keys) {
        for (String key : keys) {
            if (!has(key)) {
                found.add(Code.F02, at(key), "is missing", "add " + key);
            }
        }
    }

    public Optional<Double> number(String key) {
        return value(key).flatMap(value -> single.number(value, at(key)));
    }

    public Optional<Long> whole(String key) {
        return value(key).flatMap(value -> single.whole(value, at(key)));
    }

    /// Read a whole number of at least `least`; a smaller one is a finding, and counts as absent.
    public Optional<Long> atLeast(long least, String key) {
        return whole(key).filter(number -> single.isAtLeast(least, number, at(key)));
    }

    public Optional<String> text(String key) {
        return value(key).flatMap(value -> single.text(value, at(key)));
    }

    public boolean flag(String key) {
        return value(key)
                .flatMap(value -> single.typed(Boolean.class, value, at(key), "true or false"))
                .orElse(false);
    }

    /// Read one of a few words.
    public Optional<String> choice(String key, String... choices) {
        return text(key).filter(word -> single.isOneOf(word, List.of(choices), at(key)));
    }

    /// Read a list of whole numbers of at least `least`, or a single one; empty where there is none or one is
    /// wrong.
    public Optional<List<Long>> wholes(String key, long least) {
        return value(key).flatMap(value -> {
            List<Long> result = new ArrayList<>();
            List<?> items = value instanceof List<?> list ? list : List.of(value);
            for (int i = 0; i < items.size(); i++) {
                String at = value instanceof List<?> ? item(key, i) : at(key);
                single.present(items.get(i), at)
                        .flatMap(given -> single.whole(given, at))
                        .filter(given -> single.isAtLeast(least, given, at))
                        .ifPresent(result::add);
            }
            return result.size() == items.size() ? Optional.of(result) : Optional.empty();
        });
    }

    /// Read a list of numbers, or a single one; infinite ones are kept. Empty where there is none or one is
    /// wrong.
    public Optional<double[]> numbers(String key) {
        return value(key).flatMap(value -> {
            List<?> items = value instanceof List<?> list ? list : List.of(value);
            double[] result = new double[items.size()];
            boolean isRight = true;
            for (int i = 0; i < result.length; i++) {
                String at = value instanceof List<?> ? item(key, i) : at(key);
                Object given = items.get(i);
                Optional<Double> number = given instanceof Double infinite && infinite.isInfinite()
                        ? Optional.of(infinite)
                        : single.present(given, at).flatMap(each -> single.number(each, at));
                isRight &= number.isPresent();
                result[i] = number.orElse(Double.NaN);
            }
            return isRight ? Optional.of(result) : Optional.empty();
        });
    }

    /// Read a list of texts, or a single one.
    public List<String> texts(String key) {
        List<String> result = new ArrayList<>();
        value(key).ifPresent(value -> {
            List<?> items = value instanceof List<?> list ? list : List.of(value);
            for (int i = 0; i < items.size(); i++) {
                String at = value instanceof List<?> ? item(key, i) : at(key);
                single.present(items.get(i), at)
                        .flatMap(each -> single.text(each, at))
                        .ifPresent(result::add);
            }
        });
        return result;
    }

    /// Read a value of any type.
    public Optional<Object> any(String key) {
        return value(key);
    }

    public Optional<DesignSection> section(String key) {
        return value(key).flatMap(value -> child(value, at(key)));
    }

    /// Read a list of mappings.
    public List<DesignSection> sections(String key) {
        List<DesignSection> result = new ArrayList<>();
        value(key)
                .flatMap(value -> single.typed(List.class, value, at(key), "a list"))
                .ifPresent(list -> {
                    for (int i = 0; i < list.size(); i++) {
                        String at = item(key, i);
                        single.present(list.get(i), at)
                                .flatMap(each -> child(each, at))
                                .ifPresent(result::add);
                    }
                });
        return result;
    }

    /// Return the keys of a mapping whose keys the design chooses; all of them are known then.
    public List<String> keys() {
        List<String> keys = values.keySet().stream().map(String::valueOf).toList();
        known.addAll(keys);
        return keys;
    }

    /// Return whether a value is a mapping.
    public boolean isMapping(String key) {
        return values.get(key) instanceof Map<?, ?>;
    }

    /// Read the name of a file, beside the design.
    public Optional<Path> file(String key) {
        return text(key).flatMap(name -> {
            try {
                return Optional.of(folder.resolve(name));
            } catch (InvalidPathException e) {
                found.add(
                        Code.F07, at(key), "cannot be a file's name: " + e.getReason(), "name a file beside this one");
                return Optional.empty();
            }
        });
    }

    /// Note every key that was not read, here and below.
    public void finish() {
        for (Object key : values.keySet()) {
            if (!known.contains(String.valueOf(key))) {
                String hint = Suggestion.of(String.valueOf(key), known)
                        .map("did you mean %s?"::formatted)
                        .orElse("remove it, or use one of: " + String.join(", ", known));
                found.add(Code.F01, at(String.valueOf(key)), "is an unknown key here", hint);
            }
        }
        children.forEach(DesignSection::finish);
    }

    private Optional<Object> value(String key) {
        known.add(key);
        return Optional.ofNullable(values.get(key));
    }

    private String item(String key, int index) {
        return "%s[%s]".formatted(at(key), index);
    }

    private Optional<DesignSection> child(Object value, String at) {
        return single.typed(Map.class, value, at, "a mapping").map(map -> {
            DesignSection child = new DesignSection(folder, at, map, found);
            children.add(child);
            return child;
        });
    }
}
