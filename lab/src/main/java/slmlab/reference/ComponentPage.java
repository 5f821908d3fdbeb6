package slmlab.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.Trait;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.Nets;
import slmlab.spec.key.SpecKey;

/// One algorithm or net for the terminal: what it is, what it goes together with, and its keys as a table.
public final class ComponentPage {
    private final String name;
    private final SpecReference reference = new SpecReference();

    private ComponentPage(String name) {
        this.name = name;
    }

    /// Return the names of all that have a page.
    public static List<String> names() {
        return Stream.concat(Algorithms.ALL.names().stream(), Nets.names().stream())
                .toList();
    }

    /// Return the page of an algorithm, also by an alias, or of a net; empty if there is none of that name.
    public static Optional<ComponentPage> of(String name) {
        String meant = Algorithms.find(name).<String>map(AlgorithmFacts::name).orElse(name);
        return names().contains(meant) ? Optional.of(new ComponentPage(meant)) : Optional.empty();
    }

    /// Return the lines above the table.
    public List<String> head() {
        List<String> lines =
                new ArrayList<>(List.of(name + ": " + reference.of(name).about()));
        if (!Algorithms.ALL.names().contains(name)) {
            lines.addAll(List.of("", "Select it with   net: {type: %s}".formatted(name)));
            return lines;
        }
        List<Fit.Kind> kinds = Fit.kinds(name);
        lines.addAll(
                List.of("", "Envs     " + kinds.stream().map(Fit.Kind::toString).collect(Collectors.joining(", "))));
        if (Algorithms.learns(name)) {
            lines.add("Memory   " + memories());
            lines.add("Nets     " + String.join(", ", new Fit(name, reference).nets()));
        }
        lines.add("Begin    slm-lab new my.yaml --algorithm %s --env %s"
                .formatted(name, kinds.getFirst().env()));
        return lines;
    }

    private String memories() {
        boolean replay = Algorithms.has(name, Trait.REPLAY);
        return Arrays.stream(MemoryConfig.Kind.values())
                .filter(kind -> kind.isReplay() == replay)
                .map(MemoryConfig.Kind::toString)
                .collect(Collectors.joining(", "));
    }

    /// Return the table of its own keys, then of those that all of its kind have.
    public List<List<String>> keys() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("KEY", "DEFAULT", "RANGE", "MEANING"));
        boolean isNet = Nets.names().contains(name);
        String common = isNet ? "net" : "algorithm";
        reference.of(name).keys().forEach(key -> rows.add(row(key)));
        reference.sections().stream()
                .filter(section -> section.title().equals(common))
                .flatMap(section -> section.keys().stream())
                .filter(key -> !key.isRequired())
                .forEach(key -> rows.add(row(key)));
        return rows;
    }

    private static List<String> row(SpecKey key) {
        String range = key.words().isEmpty()
                ? key.range()
                : String.join(", ", key.words().keySet());
        return List.of(key.name(), key.isRequired() ? "must be given" : key.standard(), range, key.meaning());
    }
}
