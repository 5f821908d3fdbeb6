package slmlab.cli.spec;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.JsonFlag;
import slmlab.cli.Pairs;

/// Flags of the commands that find faults in specs.
final class FindingFlags {
    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "fills $${KEY} in the spec file, or sets the key at the path KEY; may be repeated")
    private Map<String, String> vars = new LinkedHashMap<>();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    /// Return what `-s` sets.
    ///
    /// @throws IllegalArgumentException if a flag is wrong, before there is any work
    Map<String, String> checked() {
        Pairs.checked("-s", vars);
        json.check();
        return vars;
    }

    /// Return where the text goes.
    PrintWriter text(PrintWriter out) {
        return json.text(out);
    }

    /// Print or write what was found, if `--json` asks for it.
    void write(Supplier<Object> found, PrintWriter out) {
        json.write(found, out);
    }
}
