package slmlab.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Values;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecParser;
import slmlab.spec.text.SpecTree;
import slmlab.spec.text.Suggestion;
import slmlab.spec.upstream.OtherLibraries;

/// Values that stand in place of a spec's own, each by the path of its key: what `-s agent.algorithm.gamma=0.9` says.
///
/// A path may be cut at its beginning as long as one key of the spec alone ends in it: `gamma`, `optim_spec.lr`. A
/// key that the spec does not have needs its full path.
final class SpecSettings {
    private static final List<String> SECTIONS = List.of("agent", "env", "meta", "search");

    private final String source;
    private final String name;
    private final Map<String, @Nullable Object> spec;

    /// @param name of the spec, for messages
    /// @param spec as the file has it
    SpecSettings(String source, String name, Map<String, @Nullable Object> spec) {
        this.source = source;
        this.name = name;
        this.spec = spec;
    }

    /// Return the values by their full paths; a [slmlab.spec.text.SpecException] lists all keys that are none.
    ///
    /// @param given texts, which are read as YAML
    Map<String, @Nullable Object> resolve(Map<String, String> given) {
        List<String> known = known();
        Problems problems = new Problems();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>(); // which key of the command line set a path
        given.forEach((key, text) -> {
            String path = path(key, known, problems);
            if (path == null) {
                return;
            }
            String other = keys.put(path, key);
            if (other != null) {
                problems.add("-s " + key, "sets %s, as -s %s does; keep one of them", path, other);
            }
            Object value = SpecTree.copy("-s " + key, SpecParser.yaml("-s " + key, text));
            if (SECTIONS.contains(path) && !(value instanceof Map)) {
                problems.add(
                        "-s " + key,
                        "is a section of %s, and the file has no ${%s}; name a key, such as %s",
                        name,
                        key,
                        path.equals("meta") ? "meta.max_session" : path + ".name");
            }
            values.put(path, value);
        });
        problems.throwIfAny(source);
        return values;
    }

    /// Return whether a key is one of the spec, or several.
    boolean matches(String key) {
        return isFull(key) || known().stream().anyMatch(path -> path.equals(key) || path.endsWith("." + key));
    }

    /// Return the paths of all keys that the spec has.
    private List<String> known() {
        List<String> paths = new ArrayList<>();
        SECTIONS.stream().filter(section -> !section.equals("search")).forEach(section -> {
            if (spec.containsKey(section)) {
                walk(section, section(spec.get(section)), paths);
            }
        });
        return paths;
    }

    private static boolean isFull(String key) {
        return key.contains(".") && SECTIONS.contains(Keys.first(key));
    }

    private @Nullable String path(String key, List<String> known, Problems problems) {
        if (known.contains(key) || isFull(key)) {
            return key;
        }
        List<String> found =
                known.stream().filter(path -> path.endsWith("." + key)).toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        if (found.size() > 1) {
            problems.add("-s " + key, "is ambiguous: name one of %s", String.join(", ", found));
            return null;
        }
        String hint = OtherLibraries.path(key)
                .map(full -> known.contains(full)
                                && known.stream()
                                                .filter(each -> each.endsWith(last(full)))
                                                .count()
                                        == 1
                        ? last(full).substring(1)
                        : full)
                .or(() -> Suggestion.of(key, ends(known)))
                .map("; did you mean %s?"::formatted)
                .orElse(".");
        problems.add(
                "-s " + key,
                "matches no key and no ${%s} of %s%s A key that the file does not have needs its full path, such as"
                        + " agent.algorithm.gamma. The file has: %s",
                key,
                name,
                hint,
                String.join(", ", leaves(known)));
        return null;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.'));
    }

    /// Return all words by which one may mean a key: its path, with any number of keys cut from the beginning.
    private static List<String> ends(List<String> paths) {
        List<String> ends = new ArrayList<>();
        for (String path : paths) {
            String end = path;
            for (int dot = 0; dot >= 0; dot = end.indexOf('.')) {
                end = end.substring(dot == 0 ? 0 : dot + 1);
                ends.add(end);
            }
        }
        return ends;
    }

    /// Return the last keys of the paths that hold no others.
    private static List<String> leaves(List<String> paths) {
        return paths.stream()
                .filter(path -> paths.stream().noneMatch(other -> other.startsWith(path + ".")))
                .map(Keys::last)
                .distinct()
                .toList();
    }

    /// Specs before version 5 list one agent and one env.
    private static @Nullable Object section(@Nullable Object value) {
        return value instanceof List<?> list && list.size() == 1 ? list.getFirst() : value;
    }

    private static void walk(String path, @Nullable Object value, List<String> paths) {
        paths.add(path);
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> walk(Keys.join(path, String.valueOf(key)), item, paths));
        }
    }

    /// Return the spec with the values in it; a [slmlab.spec.text.SpecException] names a path that leads through
    /// something else than a mapping.
    Map<String, @Nullable Object> apply(Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(spec);
        SECTIONS.forEach(section -> changed.computeIfPresent(section, (_, value) -> section(value)));
        Problems problems = new Problems();
        values.forEach((path, value) -> put(changed, path, "", value, problems));
        problems.throwIfAny(source);
        return changed;
    }

    private static void put(
            Map<String, @Nullable Object> map, String path, String above, @Nullable Object value, Problems problems) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            map.put(path, value);
            return;
        }
        String key = path.substring(0, dot);
        String at = Keys.join(above, key);
        Object inner = map.get(key);
        if (inner != null && !(inner instanceof Map)) {
            problems.add("-s " + at + path.substring(dot), "leads through %s, which is %s", at, Keys.shown(inner));
            return;
        }
        Map<String, @Nullable Object> copy = inner instanceof Map<?, ?> known ? copy(known) : new LinkedHashMap<>();
        map.put(key, copy);
        put(copy, path.substring(dot + 1), at, value, problems);
    }

    private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
        return new LinkedHashMap<>(Values.copy(map));
    }
}
