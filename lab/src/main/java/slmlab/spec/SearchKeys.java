package slmlab.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Keys;
import slmlab.spec.upstream.NoOps;

/// A spec's `search` section: dotted paths, or mappings in mappings, whose last key ends in `__` and a distribution, as
/// in `agent.algorithm.gamma__uniform: [0.98, 0.999]`.
///
/// @param keys that a search sets, in the order of the spec
/// @param unused paths of keys that no component has and that SLM-Lab ignores too, with the reason
public record SearchKeys(List<SearchKey> keys, Map<String, String> unused) {
    private static final String MARK = "__";
    private static final String SECTION = "search";

    /// Read a section; what is wrong with it goes to `problems`, all at once.
    public static SearchKeys read(Map<?, ?> section, Problems problems) {
        SearchKeys read = new SearchKeys(new ArrayList<>(), new LinkedHashMap<>());
        read.walk("", section, problems);
        return read;
    }

    private void walk(String above, Map<?, ?> section, Problems problems) {
        section.forEach((name, value) -> {
            String path = Keys.join(above, String.valueOf(name));
            if (value instanceof Map<?, ?> inner) {
                walk(path, inner, problems);
            } else {
                add(path, value, problems);
            }
        });
    }

    private void add(String written, @Nullable Object value, Problems problems) {
        int mark = written.lastIndexOf(MARK);
        String path = mark < 0 ? written : written.substring(0, mark);
        String at = Keys.join(SECTION, written);
        String why = NoOps.why(Keys.join(SECTION, path), SECTION);
        if (why != null) {
            unused.put(path, why);
        } else if (mark < 0) {
            problems.add(at, "names no distribution; end the key in one, such as __uniform or __choice");
        } else if (keys.stream().anyMatch(key -> key.path().equals(path))) {
            problems.add(at, "searches %s a second time; keep one of them", path);
        } else {
            List<?> given = value instanceof List<?> list ? list : List.of();
            SearchKey key = new SearchKey(path, written.substring(mark + MARK.length()), given);
            String wrong = value instanceof List
                    ? key.problem().orElse(null)
                    : "is %s; needs a list".formatted(Keys.shown(value));
            if (wrong == null) {
                keys.add(key);
            } else {
                problems.add(at, "%s", wrong);
            }
        }
    }
}
