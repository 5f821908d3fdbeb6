package slmlab.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.report.JsonFile;

/// Flags of the commands that find faults in specs.
final class FindingFlags {
    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "fills $${KEY} in the spec file, or sets the key at the path KEY; may be repeated")
    private Map<String, String> vars = new LinkedHashMap<>();

    @Option(names = "--json", paramLabel = "FILE", description = "write all that was found as JSON")
    private @Nullable Path json;

    /// Return what `-s` sets.
    ///
    /// @throws IllegalArgumentException if a flag is wrong, before there is any work
    Map<String, String> checked() {
        Pairs.checked("-s", vars);
        Paths.checkWritable("--json", json);
        return vars;
    }

    /// Write what was found to the file of `--json`, if there is one.
    void write(Supplier<Object> found) {
        if (json != null) {
            JsonFile.write(json, found.get());
        }
    }
}
