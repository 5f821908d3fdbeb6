package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.spec.NoOps;
import slmlab.spec.Problem;
import slmlab.spec.Problems;
import slmlab.spec.SearchKey;
import slmlab.spec.SearchKeys;
import slmlab.spec.SpecException;
import slmlab.spec.SpecFile;

/// What a spec's `search` section does to the spec: which of its keys have an effect.
///
/// @param spec that needs no other file and takes all values of the keys
/// @param keys that a search sets
/// @param unused paths of keys that change nothing, with the reason; SLM-Lab ignores them too
public record SearchCheck(Map<String, @Nullable Object> spec, List<SearchKey> keys, Map<String, String> unused) {

    /// Put values of every searched key into the spec, one at a time, and collect what is wrong with them.
    ///
    /// @param plan of the same spec
    public static SearchCheck of(SpecFile file, String name, Plan plan, Problems problems) {
        Problems written = new Problems(); // told already, where the spec was read
        SearchKeys section = SearchKeys.read(plan.spec().search(), written);
        Map<String, @Nullable Object> spec = file.whole(name);
        for (SearchKey key : section.keys()) {
            spec = freed(spec, key.path());
        }
        SearchCheck check = new SearchCheck(spec, new ArrayList<>(), new LinkedHashMap<>(section.unused()));
        List<Problem> old = wrong(file, name, spec, Map.of());
        for (SearchKey key : section.keys()) {
            String why = NoOps.why(key.path(), owner(plan, key.path()));
            if (why != null && !has(plan.resolved().get(plan.spec().name()), key.path())) {
                check.unused.put(key.path(), why);
            } else {
                check.keys.add(key);
                check(file, name, spec, key, old, problems);
            }
        }
        return check;
    }

    /// Return a spec whose schedule without decay has no `end_val` beside a `start_val` that is searched: it
    /// repeats the `start_val` of the file, and would contradict any other.
    private static Map<String, @Nullable Object> freed(Map<String, @Nullable Object> section, String path) {
        int dot = path.indexOf('.');
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(section);
        if (dot < 0) {
            boolean isConstant = "no_decay".equals(section.get("name")) && path.equals("start_val");
            if (isConstant && Objects.equals(section.get("start_val"), section.get("end_val"))) {
                changed.remove("end_val");
            }
        } else if (section.get(path.substring(0, dot)) instanceof Map<?, ?> inner) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            inner.forEach((key, value) -> copy.put(String.valueOf(key), value));
            changed.put(path.substring(0, dot), freed(copy, path.substring(dot + 1)));
        }
        return changed;
    }

    private static void check(
            SpecFile file,
            String name,
            Map<String, @Nullable Object> spec,
            SearchKey key,
            List<Problem> old,
            Problems problems) {
        String at = "search.%s__%s".formatted(key.path(), key.distribution());
        for (Object value : key.samples()) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            values.put(key.path(), value);
            List<Problem> wrong = new ArrayList<>(wrong(file, name, spec, values));
            wrong.removeAll(old);
            if (!wrong.isEmpty()) {
                wrong.forEach(problem -> problems.add(
                        at,
                        "%s%s",
                        problem.path().equals(key.path()) ? "" : "with %s: %s ".formatted(value, problem.path()),
                        problem.message()));
                return; // the next value would say the same
            }
        }
    }

    /// Return what is wrong with the spec with some values in place of its own.
    private static List<Problem> wrong(
            SpecFile file, String name, Map<String, @Nullable Object> spec, Map<String, @Nullable Object> values) {
        Problems problems = new Problems();
        SpecFile changed = SpecFile.of(file.toString(), Map.of(name, spec)).with(values);
        try {
            Plan.of(changed.spec(name, problems), problems);
            return problems.list();
        } catch (SpecException e) { // the path leads through a number or a word
            return e.problems();
        }
    }

    /// Return the component that a key belongs to, as [NoOps] calls it.
    private static String owner(Plan plan, String path) {
        return switch (path.substring(0, Math.max(0, path.lastIndexOf('.')))) {
            case "agent.algorithm" -> plan.algorithm().name();
            case "agent.memory" -> plan.memory().name().toString();
            case "agent.net" -> plan.net().type();
            default -> "";
        };
    }

    private static boolean has(@Nullable Object spec, String path) {
        @Nullable Object at = spec;
        for (String key : path.split("\\.", -1)) {
            if (!(at instanceof Map<?, ?> section) || !section.containsKey(key)) {
                return false;
            }
            at = section.get(key);
        }
        return true;
    }
}
