package slmlab.cli.design;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.JsonFlag;
import slmlab.design.DesignVerdict;

/// How a verdict is printed, and what it means for the exit code.
final class VerdictFlags {

    @Option(names = "--strict", description = "count warnings as errors")
    private boolean strict;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    /// Print a verdict and return the exit code.
    int tell(DesignVerdict verdict, PrintWriter out) {
        json.check();
        PrintWriter text = json.text(out);
        verdict.findings().forEach(text::println);
        text.println("%s, %s"
                .formatted(
                        Counts.of(verdict.errors().size(), "error"),
                        Counts.of(verdict.warnings().size(), "warning")));
        verdict.facts().forEach((name, value) -> fact(words(name), value, text));
        json.write(() -> verdict.json(strict), out);
        out.flush();
        return verdict.isValid(strict) ? Cli.DONE : Cli.FAILED;
    }

    private static void fact(String name, Object value, PrintWriter out) {
        if (value instanceof List<?> list && !list.isEmpty()) {
            out.println("  %s:".formatted(name));
            list.forEach(each -> out.println("    " + line(each)));
        } else {
            out.println("  %s: %s".formatted(name, line(value)));
        }
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }

    /// Return a mapping as `name x, size 3`, anything else as it is.
    private static String line(Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .filter(entry -> !String.valueOf(entry.getValue()).isEmpty())
                        .map(entry -> words(String.valueOf(entry.getKey())) + " " + entry.getValue())
                        .collect(Collectors.joining(", "))
                : String.valueOf(value);
    }
}
