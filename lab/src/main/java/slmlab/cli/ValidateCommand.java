package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.design.Designs;
import slmlab.design.Verdict;
import slmlab.report.JsonFile;

/// `slm-lab validate`: is a design well posed? One line per finding.
@Command(
        name = "validate",
        header = "KIND FILE: check the design of an observation, an action, a reward and more",
        mixinStandardHelpOptions = true,
        footer = {"", "docs/validate.md has the keys and codes. Exit code 0 valid, 1 invalid, 2 unreadable."})
final class ValidateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description = "what the file describes: state, action, reward, mdp, arch, hrl or marl")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "YAML, or JSON, which may have comments")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--strict", description = "count warnings as errors")
    private boolean strict;

    @Option(names = "--json", description = "print {valid, errors, warnings, facts} instead")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Verdict verdict = Designs.check(kind, file);
            if (json) {
                out.println(JsonFile.line(verdict.json(strict)));
            } else {
                tell(verdict, out);
            }
            out.flush();
            return verdict.isValid(strict) ? Cli.DONE : Cli.FAILED;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void tell(Verdict verdict, PrintWriter out) {
        verdict.findings().forEach(out::println);
        out.println("%s, %s"
                .formatted(
                        Counts.of(verdict.errors().size(), "error"),
                        Counts.of(verdict.warnings().size(), "warning")));
        verdict.facts().forEach((name, value) -> Facts.tell(name, value, out));
    }

    /// Facts as lines: lists below their name.
    private static final class Facts {

        static void tell(String name, Object value, PrintWriter out) {
            if (value instanceof List<?> list && !list.isEmpty()) {
                out.println("  %s:".formatted(words(name)));
                list.forEach(each -> out.println("    " + line(each)));
            } else {
                out.println("  %s: %s".formatted(words(name), line(value)));
            }
        }

        private static String words(String name) {
            return name.replace('_', ' ');
        }

        private static String line(Object value) {
            return value instanceof Map<?, ?> map
                    ? map.entrySet().stream()
                            .filter(entry -> !String.valueOf(entry.getValue()).isEmpty())
                            .map(entry -> words(String.valueOf(entry.getKey())) + " " + entry.getValue())
                            .reduce((a, b) -> a + ", " + b)
                            .orElse("none")
                    : String.valueOf(value);
        }
    }
}
