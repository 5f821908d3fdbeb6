package slmlab.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.net.Nets;
import slmlab.spec.key.SpecKey;
import slmlab.spec.text.Flow;
import slmlab.spec.upstream.Aliases;
import slmlab.spec.upstream.NoOps;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A JSON Schema of spec files, draft 2020-12: editors complete and explain keys with it, and mark what is wrong.
///
/// It knows names, types and bounds of each key. What depends on other keys is for `slm-lab check`.
public final class SpecSchema {
    private static final String DEFS = "#/$defs/";
    private static final String NUMBER_TEXT = "^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?$";

    private final SpecReference reference = new SpecReference();
    private final Map<String, Object> definitions = new LinkedHashMap<>();

    private SpecSchema() {}

    /// Return the schema as indented JSON.
    public static String text() {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return mapper.writeValueAsString(new SpecSchema().all()).replace("\r\n", "\n") + "\n";
    }

    private Map<String, Object> all() {
        definitions.put("variable", ordered("type", "string", "pattern", "\\$\\{\\w+(:-[^}]*)?\\}"));
        definitions.put("number_text", ordered("type", "string", "pattern", NUMBER_TEXT));
        for (SpecSection section : reference.sections()) {
            if (section.owner().isEmpty() && !isCommon(section)) {
                definitions.put(section.title(), object(section, section.keys(), ""));
            }
        }
        definitions.put("algorithm", chosen("name", "algorithm", Algorithms.ALL.names()));
        definitions.put("net", chosen("type", "net", Nets.names()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "SLM Lab spec file");
        schema.put("description", "maps names to specs; an entry whose name begins with _ is a helper");
        schema.put("type", "object");
        schema.put("patternProperties", Map.of("^_", true));
        schema.put("additionalProperties", ref("spec"));
        schema.put("$defs", definitions);
        return schema;
    }

    private static boolean isCommon(SpecSection section) {
        return section.title().equals("algorithm") || section.title().equals("net");
    }

    private static Map<String, Object> ref(String definition) {
        return Map.of("$ref", DEFS + definition);
    }

    /// Return the schema of a mapping whose keys depend on the component that it names.
    private Map<String, Object> chosen(String key, String title, List<String> names) {
        SpecSection common = reference.sections().stream()
                .filter(section -> section.title().equals(title))
                .findFirst()
                .orElseThrow();
        List<Object> branches = new ArrayList<>();
        for (String name : names) {
            SpecSection own = reference.of(name);
            List<SpecKey> keys = new ArrayList<>(common.keys());
            keys.addAll(own.keys());
            branches.add(ordered(
                    "if", Map.of("properties", Map.of(key, Map.of("const", name))),
                    "then", object(own, keys, name)));
        }
        return ordered(
                "type", "object",
                "description", common.about(),
                "required", List.of(key),
                "properties", Map.of(key, keySchema(common.keys().getFirst())),
                "allOf", branches);
    }

    private Map<String, Object> object(SpecSection section, List<SpecKey> keys, String owner) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Map<String, Object> patterns = new LinkedHashMap<>();
        boolean isOpen = false;
        for (SpecKey key : keys) {
            if (key.isOpen()) {
                isOpen = true;
            } else {
                properties.put(key.name(), keySchema(key));
            }
        }
        others(section, owner, properties, patterns);
        Map<String, Object> object = ordered(
                "type",
                "object",
                "description",
                section.about(),
                "required",
                keys.stream().filter(SpecKey::isRequired).map(SpecKey::name).toList(),
                "properties",
                properties,
                "additionalProperties",
                isOpen);
        if (!patterns.isEmpty()) {
            object.put("patternProperties", patterns);
        }
        return object;
    }

    /// Add the keys of older specs that a section accepts: other names, and those without effect.
    private static void others(
            SpecSection section, String owner, Map<String, Object> properties, Map<String, Object> patterns) {
        for (String path : section.paths()) {
            Aliases.all().forEach((alias, key) -> {
                if (parent(alias).equals(path) && properties.containsKey(key)) {
                    properties.putIfAbsent(last(alias), Map.of("description", "another name of " + key));
                }
            });
            for (NoOps.Row row : Algorithms.noOps()) {
                boolean isHere =
                        path.matches(parent(row.path()).replace(".", "\\.").replace("*", "\\w*"));
                if (isHere && List.of("", owner).contains(row.owner())) {
                    Map<String, Object> idle = Map.of("description", "no effect: " + row.why());
                    if (last(row.path()).contains("*")) {
                        patterns.put("^" + last(row.path()).replace("*", "\\w*") + "$", idle);
                    } else {
                        properties.putIfAbsent(last(row.path()), idle);
                    }
                }
            }
        }
    }

    private static String parent(String path) {
        return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private Map<String, Object> keySchema(SpecKey key) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", key.range().isEmpty() ? key.meaning() : key.meaning() + " (" + key.range() + ")");
        List<Object> types = new ArrayList<>(types(key));
        if (!types.isEmpty()) {
            if (key.isNullable()) {
                types.add(Map.of("type", "null"));
            }
            types.add(ref("variable"));
            schema.put("anyOf", types);
        }
        if (!key.isRequired()) {
            schema.put("default", Flow.read(key.standard()));
        }
        schema.put("examples", List.of(example(key)));
        return schema;
    }

    private static Object example(SpecKey key) {
        Object value = Flow.read(key.example());
        return value == null ? key.example() : value;
    }

    /// Return what a key may hold, apart from null and a variable; empty for anything.
    private List<Object> types(SpecKey key) {
        Record inside = key.section();
        if (inside != null) {
            return List.of(ref(reference.title(inside)));
        }
        if (!key.words().isEmpty()) {
            List<Object> words = new ArrayList<>(key.words().keySet());
            if (words.contains("false")) {
                words.add(false);
            }
            return List.of(Map.of("enum", words));
        }
        return switch (key.type()) {
            case "whole number" -> List.of(number("integer", key), ref("number_text"));
            case "number" -> List.of(number("number", key), ref("number_text"));
            case "true or false" -> List.of(Map.of("type", "boolean"));
            case "word" -> List.of(Map.of("type", "string"));
            case "mapping" -> List.of(named(key.name()));
            case String list when list.startsWith("list") -> List.of(Map.of("type", "array"));
            default -> List.of();
        };
    }

    /// Return the sections of an agent, which the registries read; any other mapping is free.
    private static Map<String, Object> named(String key) {
        return switch (key) {
            case "algorithm", "memory", "net" -> ref(key);
            case "critic_net" -> ref("net");
            default -> Map.of("type", "object");
        };
    }

    private static Map<String, Object> number(String type, SpecKey key) {
        Map<String, Object> number = new LinkedHashMap<>(Map.of("type", type));
        SpecKey.Bounds bounds = key.bounds();
        if (bounds.low() != null) {
            number.put(bounds.above() ? "exclusiveMinimum" : "minimum", bounds.low());
        }
        if (bounds.high() != null) {
            number.put("maximum", bounds.high());
        }
        return number;
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
