package slmlab.spec;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.file.InputFile;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Values;
import slmlab.spec.text.Keys;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecParser;
import slmlab.spec.text.SpecText;
import slmlab.spec.text.SpecTree;
import slmlab.spec.text.Substitution;
import slmlab.spec.text.Suggestion;

/// A spec file: one mapping from names to specs, in JSON or YAML.
///
/// Entries whose names start with `_` are helpers, which others refer to.
public final class SpecFile {

    private final String source;
    private final Map<String, ?> entries;
    private final Function<String, Map<String, String>> fallback;
    private final Map<String, String> given;
    private final Map<String, ?> defaults;
    private final BiPredicate<String, String> uses;

    /// @param fallback the defaults of a spec's variables that are not given, by its name
    /// @param given values of variables and keys
    /// @param defaults values of keys, by their paths, where `given` has no others
    /// @param uses whether a variable is one of a spec: first the variable, then the name
    private SpecFile(
            String source,
            Map<String, ?> entries,
            Function<String, Map<String, String>> fallback,
            Map<String, String> given,
            Map<String, ?> defaults,
            BiPredicate<String, String> uses) {
        this.source = source;
        this.entries = entries;
        this.fallback = fallback;
        this.given = given;
        this.defaults = defaults;
        this.uses = uses;
    }

    /// Return a file that stands nowhere, for example in the database of a study.
    ///
    /// @param source what messages call it
    /// @param entries specs by their names
    public static SpecFile of(String source, Map<String, ?> entries) {
        return new SpecFile(source, Values.copy(entries), _ -> Map.of(), Map.of(), Map.of(), (_, _) -> false);
    }

    /// Return whether a file holds specs, by its name; one that starts with `_` does not.
    public static boolean isSpecFile(Path file) {
        return isSpecFile(String.valueOf(file.getFileName()));
    }

    /// Return whether a word is the name of a spec file; it need not be a file name at all.
    public static boolean isSpecFile(String word) {
        String name = word.substring(word.lastIndexOf('/') + 1);
        return !name.startsWith("_") && (isJson(name) || isYaml(name));
    }

    /// Read a file; a [SpecException] says why it cannot be read. A stream that the shell has opened
    /// (`/dev/stdin`) is JSON if it begins with `{`, else YAML.
    ///
    /// @param given values by name: one whose `${name}` the file has fills that, any other is the path of a key, or
    ///     the end of one, and takes the place of its value; see [SpecSettings]
    public static SpecFile read(Path file, Map<String, String> given) {
        return source(file).apply(given);
    }

    /// Read the text of a file once, to be given one set of values after the other: a stream has no second time.
    public static Function<Map<String, String>, SpecFile> source(Path file) {
        String source = file.toString();
        boolean stream = InputFile.isStream(file);
        if (!stream && file.toFile().isFile()) {
            requireKnown(source);
        }
        String text = SpecText.read(file);
        return given -> read(source, text, stream, given);
    }

    private static SpecFile read(String source, String text, boolean stream, Map<String, String> given) {
        String filled = Substitution.fillDefaults(Substitution.fill(text, given));
        if (filled.isBlank()) {
            throw new SpecException(source, "is empty; a spec file maps names to specs");
        }
        Function<String, @Nullable Object> parser = each -> stream ? parseStream(source, each) : parse(source, each);
        if (!(parser.apply(filled) instanceof Map<?, ?> entries)) {
            throw new SpecException(
                    source, "holds %s; a spec file maps names to specs".formatted(Keys.shown(parser.apply(filled))));
        }
        return new SpecFile(
                source,
                Values.copy(entries),
                name -> Substitution.defaults(unfilled(text, given, parser).get(name)),
                new LinkedHashMap<>(given),
                Map.of(),
                (var, name) -> Substitution.has(text, var) && isUsed(text, given, var, name, parser));
    }

    /// Return the entries without the defaults of variables; empty where they cannot be parsed so.
    private static Map<?, ?> unfilled(
            String text, Map<String, String> given, Function<String, @Nullable Object> parser) {
        if (Substitution.fillDefaults(text).equals(text)) {
            return Map.of();
        }
        try {
            return parser.apply(Substitution.fill(text, given)) instanceof Map<?, ?> entries ? entries : Map.of();
        } catch (SpecException _) {
            return Map.of();
        }
    }

    /// Return whether a spec has a variable, and not only another one of the same file.
    private static boolean isUsed(
            String text,
            Map<String, String> given,
            String var,
            String name,
            Function<String, @Nullable Object> parser) {
        Map<String, String> others = new LinkedHashMap<>(given);
        others.remove(var);
        try {
            return !(parser.apply(Substitution.fill(text, others)) instanceof Map<?, ?> entries)
                    || Substitution.has(entries.get(name), var);
        } catch (SpecException _) {
            return true; // without its value the file cannot be parsed
        }
    }

    /// Return the same with values for keys that are not given.
    ///
    /// @param values by the full paths of their keys
    public SpecFile with(Map<String, ?> values) {
        return new SpecFile(source, entries, fallback, given, values, uses);
    }

    /// Return the same without some of the values that were given.
    public SpecFile without(Collection<String> keys) {
        Map<String, String> left = new LinkedHashMap<>(given);
        left.keySet().removeAll(keys);
        return new SpecFile(source, entries, fallback, left, defaults, uses);
    }

    /// Return the values that fill a `${var}` of a spec: those given, and the file's defaults.
    public Map<String, String> vars(String name) {
        Map<String, String> vars = new LinkedHashMap<>(fallback.apply(name));
        vars.putAll(parted(name, true));
        return vars;
    }

    /// Return the values that take the place of a spec's own, by the full paths of their keys; a [SpecException]
    /// lists what matches no key.
    public Map<String, @Nullable Object> settings(String name) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(defaults);
        all.putAll(at(name).resolve(parted(name, false)));
        return all;
    }

    /// Return the given names that match nothing in a spec.
    public List<String> unmatched(String name) {
        return parted(name, false).keySet().stream()
                .filter(key -> !at(name).matches(key))
                .toList();
    }

    private Map<String, String> parted(String name, boolean isVar) {
        Map<String, String> part = new LinkedHashMap<>(given);
        part.keySet().removeIf(key -> uses.test(key, name) != isVar);
        return part;
    }

    private SpecSettings at(String name) {
        return new SpecSettings(source, name, written(name));
    }

    /// Parse a text; the name of its file gives the format.
    static @Nullable Object parse(String source, String text) {
        requireKnown(source);
        Object parsed = isJson(source) ? SpecParser.json(source, text) : SpecParser.yaml(source, text);
        return SpecTree.copy(source, parsed);
    }

    private static @Nullable Object parseStream(String source, String text) {
        boolean json = text.stripLeading().startsWith("{");
        return SpecTree.copy(source, json ? SpecParser.json(source, text) : SpecParser.yaml(source, text));
    }

    private static void requireKnown(String source) {
        if (!isJson(source) && !isYaml(source)) {
            throw new SpecException(source, "is neither .json nor .yaml; rename it to what it is");
        }
    }

    /// Return the names of the specs, without helpers, in the order of the file.
    public List<String> names() {
        return entries.keySet().stream().filter(name -> !name.startsWith("_")).toList();
    }

    /// Return the name of the first spec; a [SpecException] says that there is none.
    public String first() {
        return names().stream()
                .findFirst()
                .orElseThrow(() -> new SpecException(source, "has no specs; a spec file maps names to specs"));
    }

    /// Read a spec; a [SpecException] lists everything that is wrong with it.
    public Spec spec(String name) {
        Problems problems = new Problems();
        Spec spec = spec(name, problems);
        problems.throwIfAny(source);
        return spec;
    }

    /// Read a spec, which must exist, and collect its problems, for a caller that checks more.
    public Spec spec(String name, Problems problems) {
        vars(name).forEach((var, value) -> {
            if (!given.containsKey(var)) {
                problems.note("-s " + var, "is not given; %s is the default of this spec", value);
            }
        });
        return Spec.read(name + Substitution.suffix(vars(name)), raw(name), folder(), problems);
    }

    /// Return the variables of a spec that were not given, each with the option that would set it.
    public List<Problem> unset(String name) {
        return Substitution.unset(raw(name), "");
    }

    /// Return a spec with the settings in it, or throw a [SpecException] that lists the available ones.
    public Map<String, @Nullable Object> raw(String name) {
        return at(name).apply(settings(name));
    }

    /// Return a spec that needs no other file: with the settings in it, and the arcs of its nets.
    public Map<String, @Nullable Object> whole(String name) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>(raw(name));
        Problems problems = new Problems();
        if (whole.get("agent") instanceof Map<?, ?> agent) {
            whole.put("agent", new ArcFiles(folder(), problems).inlined(agent));
        }
        problems.throwIfAny(source);
        return whole;
    }

    private Path folder() {
        Path folder = Path.of(source).toAbsolutePath().getParent();
        return folder == null ? Path.of("") : folder;
    }

    /// Return a spec as the file has it.
    private Map<String, @Nullable Object> written(String name) {
        if (entries.get(name) instanceof Map<?, ?> spec) {
            return Values.copy(spec);
        }
        if (entries.containsKey(name)) {
            throw new SpecException(
                    source, "has no spec under '%s' but %s".formatted(name, Keys.shown(entries.get(name))));
        }
        String hint = Suggestion.of(name, names())
                .map("; did you mean %s?"::formatted)
                .orElse("");
        String known = names().isEmpty() ? "no specs" : names().stream().collect(Collectors.joining(", "));
        throw new SpecException(source, "has no spec '%s'%s (it has: %s)".formatted(name, hint, known));
    }

    /// Return the file's name with the values that stand in place of its own, for messages about them.
    public String described() {
        Map<String, String> keys = new LinkedHashMap<>(given);
        keys.keySet().removeIf(key -> names().stream().anyMatch(name -> uses.test(key, name)));
        return keys.isEmpty()
                ? source
                : keys.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(", ", source + " with ", ""));
    }

    /// Return the file's name as the user gave it.
    @Override
    public String toString() {
        return source;
    }

    private static boolean isJson(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".json");
    }

    private static boolean isYaml(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }
}
