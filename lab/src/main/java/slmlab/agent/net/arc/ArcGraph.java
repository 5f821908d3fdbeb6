package slmlab.agent.net.arc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Suggestion;

/// Which module of an arc reads what: TorchArc's `graph`.
///
/// @param nodes   each after those that it reads, else in the order of the file
/// @param outputs the first is the body's, as in SLM-Lab
record ArcGraph(List<String> inputs, List<Node> nodes, List<String> outputs) {

    /// One call of a module.
    ///
    /// @param name   the module's, or `module~suffix` for another call of it
    /// @param inputs one for each argument
    record Node(String name, String module, List<Argument> inputs) {

        List<String> reads() {
            return inputs.stream().flatMap(input -> input.nodes.stream()).toList();
        }
    }

    /// @param list whether it is a list of tensors
    record Argument(List<String> nodes, boolean list) {}

    String output() {
        return outputs.getFirst();
    }

    /// The nodes that the first output depends on.
    Set<String> reached() {
        return reached(List.of(output()), nodes);
    }

    private static Set<String> reached(Collection<String> outputs, List<Node> nodes) {
        Map<String, Node> byName = nodes.stream().collect(Collectors.toMap(Node::name, node -> node));
        Set<String> reached = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(outputs);
        while (!open.isEmpty()) {
            String name = open.removeLast();
            Node node = byName.get(name);
            if (reached.add(name) && node != null) {
                open.addAll(node.reads());
            }
        }
        return reached;
    }

    /// @param modules by name; null for one that could not be read
    static @Nullable ArcGraph read(
            String path, @Nullable Object given, Map<String, @Nullable Blueprint> modules, Problems problems) {
        if (!(given instanceof Map<?, ?> map)) {
            problems.add(path, "is %s; needs a map of input, modules and output", given);
            return null;
        }
        return new Reader(path, modules, problems).read(map);
    }

    private static final class Reader {
        private final String path;
        private final Map<String, @Nullable Blueprint> modules;
        private final Problems problems;

        Reader(String path, Map<String, @Nullable Blueprint> modules, Problems problems) {
            this.path = path;
            this.modules = modules;
            this.problems = problems;
        }

        @Nullable
        ArcGraph read(Map<?, ?> given) {
            int before = problems.list().size();
            Arc.onlyKeys(path, given, List.of("input", "modules", "output"), problems);
            List<String> inputs = names("input", given.get("input"));
            List<String> outputs = names("output", given.get("output"));
            if (!(given.get("modules") instanceof Map<?, ?> calls)) {
                problems.add(path + ".modules", "is %s; needs a map of nodes to what they read", given.get("modules"));
                return null;
            }
            Map<String, Node> nodes = new LinkedHashMap<>();
            calls.forEach((key, value) -> {
                Node node = node(String.valueOf(key), value, inputs);
                if (node != null) {
                    nodes.put(node.name, node);
                }
            });
            unknown(nodes, inputs, outputs);
            uncalled(calls.keySet());
            List<Node> ordered = ordered(nodes);
            if (problems.list().size() == before) { // else what is wrong may be all that keeps a node from its reader
                unread(nodes, inputs, outputs);
            }
            return new ArcGraph(inputs, ordered, outputs);
        }

        /// One name or a list of them.
        private List<String> names(String key, @Nullable Object value) {
            String at = path + "." + key;
            List<?> items = value instanceof List<?> list ? list : value instanceof String ? List.of(value) : List.of();
            List<String> names = items.stream()
                    .map(String::valueOf)
                    .filter(name -> !name.isBlank())
                    .toList();
            if (value instanceof Map<?, ?>) {
                problems.add(at, "is a map; needs one node, or a list whose first is used");
            } else if (names.isEmpty() || names.size() < items.size()) {
                problems.add(at, "is %s; needs a name, or a list of names", value);
            } else if (Set.copyOf(names).size() < names.size()) {
                problems.add(at, "is %s; each name may stand there once", value);
            }
            return names;
        }

        private @Nullable Node node(String name, @Nullable Object value, List<String> inputs) {
            String at = at(name);
            String module = module(name);
            String suffix = name.substring(module.length());
            if (module.isBlank() || suffix.equals("~") || suffix.lastIndexOf('~') > 0) {
                problems.add(at, "is no name; needs a module's, or module~suffix to call it again");
                return null;
            }
            if (inputs.contains(name)) {
                problems.add(at, "is the name of an input; rename one of them");
            }
            if (!modules.containsKey(module)) {
                problems.add(at, "there is no module %s; %s", module, known(module, modules.keySet()));
            }
            List<Argument> arguments = new ArrayList<>();
            Blueprint blueprint = modules.get(module);
            switch (value) {
                case List<?> list -> {
                    for (Object item : list) {
                        Argument argument = argument(at, item);
                        if (argument == null) {
                            return null;
                        }
                        arguments.add(argument);
                    }
                }
                case Map<?, ?> keywords -> {
                    if (blueprint != null && !byKeyword(at, blueprint, keywords, arguments)) {
                        return null;
                    }
                }
                case null, default -> {
                    problems.add(at, "is %s; needs a list of what it reads, as [x], or a map by keyword", value);
                    return null;
                }
            }
            Node node = new Node(name, module, List.copyOf(arguments));
            if (blueprint != null) {
                arity(at, blueprint, node);
            }
            return node;
        }

        private @Nullable Argument argument(String at, @Nullable Object item) {
            if (item instanceof String name) {
                return new Argument(List.of(name), false);
            }
            if (item instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(String.class::isInstance)) {
                return new Argument(list.stream().map(String::valueOf).toList(), true);
            }
            problems.add(at, "reads %s; needs the name of a node, or a list of names", item);
            return null;
        }

        private boolean byKeyword(String at, Blueprint blueprint, Map<?, ?> keywords, List<Argument> arguments) {
            boolean fits = keywords.size() == blueprint.inputs().size()
                    && keywords.keySet().containsAll(blueprint.inputs())
                    && keywords.values().stream().allMatch(String.class::isInstance);
            if (!fits) {
                problems.add(
                        at, "is %s; %s takes a node for each of %s", keywords, blueprint.type(), blueprint.inputs());
                return false;
            }
            blueprint
                    .inputs()
                    .forEach(key -> arguments.add(new Argument(List.of(String.valueOf(keywords.get(key))), false)));
            return true;
        }

        private void arity(String at, Blueprint blueprint, Node node) {
            List<Argument> given = node.inputs;
            boolean lists = given.stream().anyMatch(Argument::list);
            if (blueprint.list() && given.size() > 1 && !lists) {
                problems.add(
                        at, "reads %s; %s takes them as one list: [%s]", node.reads(), blueprint.type(), node.reads());
            } else if (given.size() != blueprint.inputs().size()) {
                problems.add(
                        at,
                        "reads %d; %s takes %d: %s",
                        given.size(),
                        blueprint.type(),
                        blueprint.inputs().size(),
                        String.join(", ", blueprint.inputs()));
            } else if (lists && !blueprint.list()) {
                problems.add(at, "reads a list; %s takes no list but %s", blueprint.type(), blueprint.inputs());
            }
        }

        private void unknown(Map<String, Node> nodes, List<String> inputs, List<String> outputs) {
            Set<String> all = new LinkedHashSet<>(inputs);
            all.addAll(nodes.keySet());
            for (Node node : nodes.values()) {
                node.reads().stream()
                        .filter(read -> !all.contains(read))
                        .distinct()
                        .forEach(read -> problems.add(
                                at(node.name),
                                "reads %s, which is neither an input nor a node; %s",
                                read,
                                known(read, all)));
            }
            outputs.stream()
                    .filter(output -> !all.contains(output))
                    .forEach(output -> problems.add(
                            path + ".output", "%s is neither a node nor an input; %s", output, known(output, all)));
        }

        private void uncalled(Set<?> nodes) {
            Set<String> called =
                    nodes.stream().map(node -> module(String.valueOf(node))).collect(Collectors.toSet());
            modules.keySet().stream()
                    .filter(module -> !called.contains(module))
                    .forEach(module -> problems.add(
                            path + ".modules",
                            "calls every module but %s; call it, or remove it from the arc",
                            module));
        }

        private void unread(Map<String, Node> nodes, List<String> inputs, List<String> outputs) {
            Set<String> reached = reached(outputs, List.copyOf(nodes.values()));
            nodes.keySet().stream()
                    .filter(name -> !reached.contains(name))
                    .forEach(name -> problems.add(at(name), "leads to no output; read it somewhere, or remove it"));
            inputs.stream()
                    .filter(input -> !reached.contains(input))
                    .forEach(input -> problems.add(path + ".input", "%s leads to no output", input));
        }

        private List<Node> ordered(Map<String, Node> nodes) {
            List<Node> left = new ArrayList<>(nodes.values());
            List<Node> ordered = new ArrayList<>();
            Set<String> waiting = new LinkedHashSet<>(nodes.keySet());
            boolean moved = true;
            while (moved) {
                moved = false;
                for (Node node : List.copyOf(left)) {
                    if (node.reads().stream().noneMatch(waiting::contains)) {
                        ordered.add(node);
                        left.remove(node);
                        waiting.remove(node.name);
                        moved = true;
                    }
                }
            }
            if (!left.isEmpty()) {
                problems.add(path + ".modules", "%s is a cycle; a graph must have none", cycle(left, waiting, nodes));
            }
            return ordered;
        }

        private static String cycle(List<Node> left, Set<String> waiting, Map<String, Node> nodes) {
            List<String> way = new ArrayList<>();
            String name = left.getFirst().name;
            while (!way.contains(name)) {
                way.add(name);
                Node node = nodes.get(name);
                name = node == null
                        ? name
                        : node.reads().stream()
                                .filter(waiting::contains)
                                .findFirst()
                                .orElse(name);
            }
            way.add(name);
            return String.join(" ← ", way.subList(way.indexOf(name), way.size()));
        }

        /// The module of a node: what stands before a `~`.
        private static String module(String node) {
            return node.split("~", 2)[0];
        }

        private String at(String node) {
            return path + ".modules." + node;
        }

        private static String known(String name, Collection<String> names) {
            return Suggestion.of(name, names)
                    .map("did you mean %s?"::formatted)
                    .orElse("there are " + String.join(", ", names));
        }
    }
}
