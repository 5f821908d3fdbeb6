package slmlab.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.agent.Schedule;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.Nets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.part.Acting;
import slmlab.env.wrapper.NamedWrappers;
import slmlab.spec.Spec;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Registry;
import slmlab.spec.key.SpecKey;

/// Every section of a spec with its keys, found in the config records and the registries.
final class SpecReference {
    static final String ALGORITHM = "agent.algorithm";
    static final List<String> NETS = List.of("agent.net", "agent.critic_net");

    private final List<SpecSection> sections = new ArrayList<>();
    private final Map<Class<?>, List<String>> nested = new LinkedHashMap<>(); // paths of mappings within sections
    private final Map<Class<?>, Record> defaults = new LinkedHashMap<>();

    SpecReference() {
        read();
    }

    /// Return all sections, in the order of the docs.
    List<SpecSection> sections() {
        return List.copyOf(sections);
    }

    /// Return the title of the section that describes such a mapping.
    String title(Record inside) {
        String first = paths(inside).getFirst();
        return inside instanceof Schedule ? "schedule" : first.substring(first.lastIndexOf('.') + 1);
    }

    /// Return the section of the algorithm or net of that name.
    SpecSection of(String owner) {
        return sections.stream()
                .filter(section -> section.owner().equals(owner))
                .findFirst()
                .orElseThrow();
    }

    private void read() {
        Spec spec = Spec.defaults();
        add("spec", List.of(""), spec);
        add("env", List.of("env"), spec.env());
        NamedWrappers.ALL.names().forEach(name -> owned(name, List.of("env.wrappers"), NamedWrappers.ALL));
        add("agent", List.of("agent"), spec.agent());
        common("algorithm", "name", List.of(ALGORITHM), Algorithms.ALL, Acting.defaults());
        Algorithms.ALL.names().forEach(name -> owned(name, List.of(ALGORITHM), Algorithms.ALL));
        add("memory", List.of("agent.memory"), MemoryConfig.defaults());
        common("net", "type", NETS, Nets.ALL, TrainingSettings.defaults());
        Nets.ALL.names().forEach(name -> owned(name, NETS, Nets.ALL));
        add("meta", List.of("meta"), spec.meta());
        for (Record inside : List.copyOf(defaults.values())) {
            List<String> paths = paths(inside);
            if (sections.stream().noneMatch(section -> section.paths().containsAll(paths))) {
                add(title(inside), paths, inside);
            }
        }
    }

    private List<String> paths(Record inside) {
        return nested.getOrDefault(inside.getClass(), List.of("mapping"));
    }

    private void add(String title, List<String> paths, Record defaults) {
        add(new SpecSection(title, about(defaults), "", paths, SpecKey.of(defaults)));
    }

    private void owned(String name, List<String> paths, Registry<?, ?> registry) {
        Registry.Entry<?, ?, ?> entry = registry.entry(name);
        List<SpecKey> keys = new ArrayList<>();
        for (SpecKey key : SpecKey.of(entry.defaults())) {
            keys.add(key);
            if (key.name().equals("arc_file")) { // a spec file may name one for each arc; the record never sees them
                keys.add(key.named("actor_arc_file", "a file in place of actor_arc"));
                keys.add(key.named("critic_arc_file", "a file in place of critic_arc"));
            }
        }
        add(new SpecSection(name, entry.about(), name, paths, keys));
    }

    /// Add the keys that every component of a kind has, the one that names it first.
    private void common(String title, String key, List<String> paths, Registry<?, ?> registry, Record defaults) {
        Map<String, String> names = new LinkedHashMap<>();
        registry.names().forEach(name -> names.put(name, registry.entry(name).about()));
        List<SpecKey> keys = new ArrayList<>();
        keys.add(SpecKey.word(key, "which %s".formatted(title), names));
        keys.addAll(SpecKey.of(defaults));
        add(new SpecSection(title, about(defaults), "", paths, keys));
    }

    private void add(SpecSection section) {
        sections.add(section);
        for (SpecKey key : section.keys()) {
            Record inside = key.section();
            if (inside != null) {
                defaults.putIfAbsent(inside.getClass(), inside);
                List<String> known = nested.computeIfAbsent(inside.getClass(), _ -> new ArrayList<>());
                section.paths().stream()
                        .map(path -> path.isEmpty() ? key.name() : path + "." + key.name())
                        .filter(path -> !known.contains(path))
                        .forEach(known::add);
            }
        }
    }

    private static String about(Record defaults) {
        Doc doc = defaults.getClass().getAnnotation(Doc.class);
        return doc == null ? "" : doc.value();
    }
}
