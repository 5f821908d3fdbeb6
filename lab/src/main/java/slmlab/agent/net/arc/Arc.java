package slmlab.agent.net.arc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;

/// An architecture in TorchArc's format: modules by name, and a graph that says which reads what.
record Arc(Map<String, Blueprint> modules, ArcGraph graph) {

    /// Read an arc, all but the shapes; null, and problems, if something is wrong.
    ///
    /// @param path what the problems' paths begin with
    static @Nullable Arc read(String path, Map<String, ?> arc, Problems problems) {
        Problems found = new Problems();
        onlyKeys(path, arc, List.of("modules", "graph"), found);
        Map<String, @Nullable Blueprint> modules = new LinkedHashMap<>();
        if (arc.get("modules") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> {
                String name = String.valueOf(key);
                String at = path + ".modules." + name;
                if (name.isBlank() || name.contains(".") || name.contains("~")) {
                    found.add(at, "is no name for a module; needs one without dots and ~");
                }
                modules.put(name, module(at, value, found));
            });
        } else {
            found.add(path + ".modules", "is %s; needs a map of names to modules", arc.get("modules"));
        }
        ArcGraph graph = ArcGraph.read(path + ".graph", arc.get("graph"), modules, found);
        found.list().forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
        return graph == null || !found.isEmpty() ? null : new Arc(whole(modules), graph);
    }

    private static Map<String, Blueprint> whole(Map<String, @Nullable Blueprint> modules) {
        Map<String, Blueprint> whole = new LinkedHashMap<>();
        modules.forEach((name, module) -> {
            if (module != null) {
                whole.put(name, module);
            }
        });
        return whole;
    }

    /// A mapping of one type to its settings; `Sequential` has a list of modules, `compact` repeats layers.
    private static @Nullable Blueprint module(String path, @Nullable Object value, Problems problems) {
        if (!(value instanceof Map<?, ?> map) || map.size() != 1) {
            problems.add(path, "is %s; needs one module and its settings, as {LazyLinear: {out_features: 64}}", value);
            return null;
        }
        String type = String.valueOf(map.keySet().iterator().next());
        Object settings = map.values().iterator().next();
        return switch (type) {
            case "Sequential" -> {
                List<Blueprint> parts = parts(path + "." + type, settings, problems);
                yield parts == null ? null : Blueprint.sequential(parts);
            }
            case "compact" -> compact(path + "." + type, settings, problems);
            default -> ArcTypes.read(path, type, settings, problems);
        };
    }

    /// A list of modules of one input; null if one of them is wrong.
    private static @Nullable List<Blueprint> parts(String path, @Nullable Object given, Problems problems) {
        if (!(given instanceof List<?> list)) {
            problems.add(path, "is %s; needs a list of modules", given);
            return null;
        }
        List<Blueprint> parts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String at = "%s[%s]".formatted(path, i);
            Blueprint part = oneInput(at, module(at, list.get(i), problems), problems);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts.size() == list.size() ? parts : null;
    }

    private static @Nullable Blueprint oneInput(String path, @Nullable Blueprint part, Problems problems) {
        if (part != null && part.inputs().size() > 1) {
            problems.add(
                    path,
                    "%s takes %s and cannot stand in a row of modules; make it a module of its own",
                    part.type(),
                    String.join(" and ", part.inputs()));
            return null;
        }
        return part;
    }

    /// For each row of arguments the `prelayer`, the layer with them, and the `postlayer`.
    private static @Nullable Blueprint compact(String path, @Nullable Object given, Problems problems) {
        if (!(given instanceof Map<?, ?> map)) {
            problems.add(path, "is %s; needs a map of layer, prelayer and postlayer", given);
            return null;
        }
        onlyKeys(path, map, List.of("prelayer", "layer", "postlayer"), problems);
        List<Blueprint> before = optional(path + ".prelayer", map.get("prelayer"), problems);
        List<Blueprint> layers = layers(path + ".layer", map.get("layer"), problems);
        List<Blueprint> after = optional(path + ".postlayer", map.get("postlayer"), problems);
        if (before == null || layers == null || after == null) {
            return null;
        }
        List<Blueprint> parts = new ArrayList<>();
        for (Blueprint layer : layers) {
            parts.addAll(before);
            parts.add(layer);
            parts.addAll(after);
        }
        return Blueprint.sequential(parts);
    }

    private static @Nullable List<Blueprint> optional(String path, @Nullable Object given, Problems problems) {
        return given == null ? List.of() : parts(path, given, problems);
    }

    /// The layer of a `compact`, once for each row of `args`.
    private static @Nullable List<Blueprint> layers(String path, @Nullable Object given, Problems problems) {
        if (!(given instanceof Map<?, ?> map)
                || !(map.get("type") instanceof String type)
                || !(map.get("keys") instanceof List<?> keys)
                || !(map.get("args") instanceof List<?> rows)) {
            problems.add(path, "is %s; needs a type, a list of keys, and args: for each layer their values", given);
            return null;
        }
        onlyKeys(path, map, List.of("type", "keys", "args"), problems);
        List<Blueprint> layers = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String at = "%s.args[%s]".formatted(path, i);
            List<?> values = rows.get(i) instanceof List<?> list ? list : Collections.singletonList(rows.get(i));
            if (values.size() != keys.size()) {
                problems.add(at, "is %s; needs a value for each of %s", rows.get(i), keys);
                continue;
            }
            Map<String, @Nullable Object> settings = new LinkedHashMap<>();
            for (int j = 0; j < keys.size(); j++) {
                settings.put(String.valueOf(keys.get(j)), values.get(j));
            }
            Blueprint layer = oneInput(at, ArcTypes.read(at, type, settings, problems), problems);
            if (layer != null) {
                layers.add(layer);
            }
        }
        if (rows.isEmpty()) {
            problems.add(path + ".args", "is []; needs the values of at least one layer");
        }
        return layers.size() == rows.size() && !layers.isEmpty() ? layers : null;
    }

    /// Report keys that nothing reads.
    static void onlyKeys(String path, Map<?, ?> given, Collection<String> known, Problems problems) {
        Set<String> names = Set.copyOf(known);
        given.keySet().stream()
                .map(String::valueOf)
                .filter(key -> !names.contains(key))
                .forEach(key -> problems.add(path + "." + key, "unknown key; there are %s", String.join(", ", known)));
    }
}
