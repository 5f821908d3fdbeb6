package slmlab.cli;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.spec.SpecFile;

/// The spec that a command line names: `SPEC`, a file, and `NAME`, which may be omitted where the file has one.
public final class NamedSpec {
    private final String file;
    private final @Nullable String name;
    private @Nullable Function<Map<String, String>, SpecFile> source; // null until first read

    public NamedSpec(String file, @Nullable String name) {
        this.file = file;
        this.name = name;
    }

    /// Return the file's specs with values of `-s`. The file itself is read once.
    public SpecFile read(Map<String, String> values) {
        if (source == null) {
            source = SpecFile.source(SpecPaths.find(file));
        }
        return source.apply(values);
    }

    /// Return the name of the spec that is meant.
    public String chosen(SpecFile specs) {
        if (name != null) {
            return name;
        }
        if (specs.names().size() == 1) {
            return specs.names().getFirst();
        }
        throw new IllegalArgumentException(
                specs.names().isEmpty()
                        ? "%s has no specs; a spec file maps names to specs".formatted(file)
                        : "%s has %s; name one".formatted(file, String.join(", ", specs.names())));
    }
}
