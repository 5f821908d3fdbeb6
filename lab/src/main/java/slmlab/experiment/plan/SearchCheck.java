package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.net.RecurrentBody;
import slmlab.spec.SearchKey;
import slmlab.spec.SearchKeys;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;
import slmlab.spec.upstream.NoOps;

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
        Problems written = new Problems(); // reported already, where the spec was read
        SearchKeys section = SearchKeys.read(plan.spec().search(), written);
        Map<String, @Nullable Object> spec = file.whole(name);
        for (SearchKey key : section.keys()) {
            spec = freed(spec, key.path());
        }
        SearchCheck check = new SearchCheck(spec, new ArrayList<>(), new LinkedHashMap<>(section.unused()));
        Tries tries = new Tries(file, name, spec);
        List<Problem> old = tries.with(Map.of()).list();
        for (SearchKey given : section.keys()) {
            SearchKey key = meant(plan, given, problems);
            String why = NoOps.why(Algorithms.noOps(), key.path(), owner(plan, key.path()));
            if (why != null && !has(plan.resolved().get(plan.spec().name()), key.path())) {
                check.unused.put(key.path(), why);
                continue;
            }
            String idle = idle(tries, key, section.keys());
            if (idle != null) {
                check.unused.put(key.path(), idle);
            } else {
                check.keys.add(key);
                check(tries, key, old, problems);
            }
        }
        return check;
    }

    /// Return the key that a written one stands for: the layers of a RecurrentNet, which upstream's older specs
    /// call as those of an MLPNet are called.
    private static SearchKey meant(Plan plan, SearchKey key, Problems problems) {
        boolean isOlder =
                key.path().equals("agent.net.hid_layers") && plan.net().arch() instanceof RecurrentBody.Config;
        if (!isOlder) {
            return key;
        }
        problems.note("search." + key.path(), "means fc_hid_layers: the net is a RecurrentNet");
        return new SearchKey("agent.net.fc_hid_layers", key.distribution(), key.given());
    }

    /// Say why no value of a key has an effect, whatever the other keys are; null if one has.
    private static @Nullable String idle(Tries tries, SearchKey key, List<SearchKey> all) {
        String why = tries.note(key, Map.of());
        boolean isAlways = why != null
                && all.stream()
                        .filter(other -> !other.path().equals(key.path()))
                        .allMatch(other -> other.samples().stream()
                                .allMatch(value -> tries.note(key, one(other.path(), value)) != null));
        return isAlways ? why : null;
    }

    private static Map<String, @Nullable Object> one(String path, @Nullable Object value) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put(path, value);
        return values;
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

    private static void check(Tries tries, SearchKey key, List<Problem> old, Problems problems) {
        String at = "search.%s__%s".formatted(key.path(), key.distribution());
        for (Object value : key.samples()) {
            List<Problem> wrong =
                    new ArrayList<>(tries.with(one(key.path(), value)).list());
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

    /// The spec with some values in place of its own.
    private record Tries(SpecFile file, String name, Map<String, @Nullable Object> spec) {

        /// Return what there is to say about it.
        Problems with(Map<String, @Nullable Object> values) {
            Problems problems = new Problems();
            try {
                SpecFile changed =
                        SpecFile.of(file.toString(), Map.of(name, spec)).with(values);
                Plan.of(changed.spec(name, problems), problems);
            } catch (SpecException e) { // the path leads through a number or a word
                e.problems().forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
            }
            return problems;
        }

        /// Say why a key has no effect beside others; null if it has. Some value of it is noted then, and maybe
        /// not each: one that says what holds anyway is not.
        @Nullable
        String note(SearchKey key, Map<String, @Nullable Object> others) {
            for (Object value : key.samples()) {
                Map<String, @Nullable Object> values = new LinkedHashMap<>(others);
                values.put(key.path(), value);
                for (Problem note : with(values).notes()) {
                    if ((key.path() + ".").startsWith(note.path() + ".")) {
                        return note.message();
                    }
                }
            }
            return null;
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
