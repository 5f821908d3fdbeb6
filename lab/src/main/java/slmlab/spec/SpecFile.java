package slmlab.spec;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.file.InputFile;

/// A spec file: one mapping from names to specs, in JSON or YAML.
///
/// Entries whose names start with `_` are helpers, which others refer to.
public final class SpecFile {

    private final String source;
    private final Map<String, ?> entries;
    private final Set<String> unusedVars;
    private final String suffix;

    private SpecFile(String source, Map<String, ?> entries, Set<String> unusedVars, String suffix) {
        this.source = source;
        this.entries = entries;
        this.unusedVars = unusedVars;
        this.suffix = suffix;
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

    /// Read a file and fill its `${var}` from `vars`; a [SpecException] says why it cannot be read. A stream
    /// that the shell has opened (`/dev/stdin`) is JSON if it begins with `{`, else YAML.
    public static SpecFile read(Path file, Map<String, String> vars) {
        String source = file.toString();
        boolean stream = InputFile.isStream(file);
        if (!stream && file.toFile().isFile()) {
            requireKnown(source);
        }
        Substitution.Filled filled = Substitution.fill(SpecText.read(file), vars);
        if (filled.text().isBlank()) {
            throw new SpecException(source, "is empty; a spec file maps names to specs");
        }
        Object parsed = stream ? parseStream(source, filled.text()) : parse(source, filled.text());
        if (!(parsed instanceof Map<?, ?> entries)) {
            throw new SpecException(source, "holds %s; a spec file maps names to specs".formatted(Keys.shown(parsed)));
        }
        return new SpecFile(source, Values.copy(entries), filled.unused(), Substitution.suffix(vars));
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

    /// Return the variables that were given but are not used in the file: worth a warning.
    public Set<String> unusedVars() {
        return unusedVars;
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
        Path folder = Path.of(source).toAbsolutePath().getParent();
        return Spec.read(name + suffix, raw(name), folder == null ? Path.of("") : folder, problems);
    }

    /// Return the variables of a spec that were not given, each with the option that would set it.
    public List<Problem> unset(String name) {
        return Substitution.unset(raw(name), "");
    }

    /// Return a spec as the file has it, or throw a [SpecException] that lists the available ones.
    public Map<String, @Nullable Object> raw(String name) {
        if (entries.get(name) instanceof Map<?, ?> spec) {
            return Values.copy(spec);
        }
        if (entries.containsKey(name)) {
            throw new SpecException(
                    source, "has no spec under '%s' but %s".formatted(name, Keys.shown(entries.get(name))));
        }
        String hint =
                Suggestion.of(name, names()).map("did you mean %s? "::formatted).orElse("");
        String known = names().isEmpty() ? "no specs" : names().stream().collect(Collectors.joining(", "));
        throw new SpecException(source, "has no spec '%s'; %sIt has: %s".formatted(name, hint, known));
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
