package slmlab.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slmlab.agent.algorithm.Algorithms;
import slmlab.spec.SearchKey;
import slmlab.spec.key.SpecKey;
import slmlab.spec.text.Suggestion;
import slmlab.spec.upstream.Aliases;
import slmlab.spec.upstream.OtherLibraries;

/// What a word of a spec means, in lines for the terminal: a key, a path, a word that a key takes, a section.
public final class KeyExplanation {
    private static final int MOST_PATHS = 4;

    private final SpecReference reference = new SpecReference();
    private final List<SpecSection> sections = reference.sections();
    private final String asked;
    private final List<String> lines = new ArrayList<>();
    private final Set<String> told = new TreeSet<>(); // sections

    private KeyExplanation(String asked) {
        this.asked = asked;
    }

    /// Explain a word.
    ///
    /// @throws IllegalArgumentException that suggests another where there is no such word
    public static List<String> of(String word) {
        KeyExplanation explanation = new KeyExplanation(word.strip());
        explanation.sections();
        explanation.keys();
        explanation.words();
        explanation.others();
        if (explanation.lines.isEmpty()) {
            throw new IllegalArgumentException(explanation.unknown());
        }
        return explanation.lines.subList(1, explanation.lines.size()); // without the empty line before the first
    }

    private void sections() {
        sections.stream()
                .filter(section ->
                        section.title().equals(asked) || section.paths().contains(asked))
                .filter(section -> section.owner().isEmpty() || section.owner().equals(asked))
                .forEach(section -> {
                    told.add(section.title());
                    title(section.title(), places(section.paths()));
                    line(section.about());
                    line("keys      "
                            + section.keys().stream().map(SpecKey::name).collect(Collectors.joining(", ")));
                });
    }

    /// Tell every key of that name or path; one that several sections describe alike is told once.
    private void keys() {
        Map<SpecKey, List<SpecSection>> found = new LinkedHashMap<>();
        for (SpecSection section : sections) {
            section.keys().stream()
                    .filter(key -> !key.isOpen() && matches(section, key))
                    .filter(key -> key.section() == null || !told.contains(reference.title(key.section())))
                    .forEach(key ->
                            found.computeIfAbsent(key, _ -> new ArrayList<>()).add(section));
        }
        found.forEach(this::tell);
    }

    private boolean matches(SpecSection section, SpecKey key) {
        if (!asked.contains(".")) {
            return key.name().equals(asked);
        }
        return section.paths().stream()
                .map(path -> path.isEmpty() ? key.name() : path + "." + key.name())
                .anyMatch(path -> path.equals(asked) || path.endsWith("." + asked));
    }

    private void tell(SpecKey key, List<SpecSection> holders) {
        List<String> paths = holders.stream()
                .flatMap(section -> section.paths().stream())
                .distinct()
                .map(path -> path.isEmpty() ? key.name() : path + "." + key.name())
                .filter(path -> !asked.contains(".") || path.endsWith(asked))
                .toList();
        String owners = holders.stream()
                .map(SpecSection::owner)
                .filter(owner -> !owner.isEmpty())
                .collect(Collectors.joining(", "));
        title(key.name(), places(paths) + (owners.isEmpty() ? "" : " of " + owners));
        line(key.meaning());
        line("type      " + type(key));
        line("default   " + (key.isRequired() ? "none: it must be given" : key.standard()));
        if (!key.range().isEmpty()) {
            line("range     " + key.range());
        }
        line("example   %s: %s".formatted(key.name(), key.example()));
        key.words().forEach((word, meaning) -> line("  %-18s %s".formatted(word, meaning)));
    }

    private String type(SpecKey key) {
        Record inside = key.section();
        String type = inside == null
                ? key.words().isEmpty() ? key.type() : "one of the words below"
                : "mapping %s: %s"
                        .formatted(
                                reference.title(inside),
                                SpecKey.of(inside).stream().map(SpecKey::name).collect(Collectors.joining(", ")));
        return type + (key.isNullable() ? " (or null)" : "");
    }

    /// Tell the words that a key takes.
    private void words() {
        for (SpecSection section : sections) {
            for (SpecKey key : section.keys()) {
                String meaning = key.words().get(asked);
                if (meaning != null && !told.contains(asked) && told.add(key.name() + meaning)) {
                    String where = section.owner().isEmpty() ? section.title() : section.owner();
                    title(asked, "a value of %s in %s".formatted(key.name(), where));
                    line(meaning);
                    line("example   %s: %s".formatted(key.name(), asked));
                }
            }
        }
    }

    private void others() {
        Aliases.all().forEach((path, key) -> {
            if (isAt(path)) {
                title(asked, path);
                line("another name of %s".formatted(key));
            }
        });
        Algorithms.noOps().stream().filter(row -> isAt(row.path())).forEach(row -> {
            title(asked, row.path() + (row.owner().isEmpty() ? "" : " of " + row.owner()));
            line("accepted, without effect: " + row.why());
        });
        Integer numbers = SearchKey.distributions().get(asked);
        if (numbers != null) {
            title(asked, "a distribution of search");
            line("takes " + (numbers == 0 ? "a list to choose from" : "a list of %s numbers".formatted(numbers)));
        }
    }

    private boolean isAt(String path) {
        return path.equals(asked) || (path.endsWith("." + asked) && !path.startsWith("search."));
    }

    private void title(String name, String where) {
        lines.add("");
        lines.add("%s    %s".formatted(name, where).strip());
    }

    private void line(String text) {
        lines.add("  " + text);
    }

    private static String places(List<String> paths) {
        String shown = paths.stream().limit(MOST_PATHS).collect(Collectors.joining(", "));
        return shown + (paths.size() > MOST_PATHS ? ", …" : "");
    }

    private String unknown() {
        String last = asked.substring(asked.lastIndexOf('.') + 1);
        Set<String> known = new TreeSet<>();
        for (SpecSection section : sections) {
            known.add(section.title());
            section.keys().forEach(key -> {
                known.add(key.name());
                known.addAll(key.words().keySet());
            });
        }
        String other =
                OtherLibraries.path(last).or(() -> Suggestion.of(last, known)).orElse("");
        if (asked.contains(".") && known.contains(last)) {
            return "there is no key %s; spec explain %s shows where it stands".formatted(asked, last);
        }
        return "there is no key or word '%s'; %s"
                .formatted(asked, other.isEmpty() ? "docs/spec.md lists all" : "did you mean %s?".formatted(other));
    }
}
