package slmlab.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import slmlab.spec.Suggestion;

/// Runs a command the way all of ours run: same exit codes, same errors.
public final class Cli {

    /// The command did what it was asked.
    public static final int DONE = 0;
    /// The run failed.
    public static final int FAILED = 1;
    /// The input was wrong: nothing was run.
    public static final int WRONG_INPUT = 2;

    private Cli() {}

    /// Run `command` and return its exit code.
    public static int execute(Object command, String... args) {
        return of(command).execute(args);
    }

    /// Make a command line that can still be told where to print.
    public static CommandLine of(Object command) {
        return new CommandLine(command)
                .setExitCodeExceptionMapper(_ -> FAILED)
                .setParameterExceptionHandler((problem, _) -> explain(problem));
    }

    /// Say what is wrong and what to do about it, in two lines at most: a page of help would hide it.
    private static int explain(ParameterException problem) {
        CommandLine line = problem.getCommandLine();
        CommandSpec spec = line.getCommandSpec();
        line.getErr().println(spec.qualifiedName() + ": " + message(problem, spec));
        line.getErr().println("Try " + spec.qualifiedName() + " --help");
        return WRONG_INPUT;
    }

    private static String message(ParameterException problem, CommandSpec spec) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return String.valueOf(problem.getMessage());
        }
        String word = unmatched.getUnmatched().getFirst();
        boolean option = word.startsWith("-");
        List<String> known =
                option ? options(spec) : List.copyOf(spec.subcommands().keySet());
        String kind = option ? "option" : "command";
        if (known.isEmpty()) {
            return "unexpected argument '%s'".formatted(word);
        }
        return Suggestion.of(word, known)
                .map(near -> "unknown %s '%s'; did you mean %s?".formatted(kind, word, near))
                .orElse("unknown %s '%s'; known: %s".formatted(kind, word, String.join(", ", known)));
    }

    private static List<String> options(CommandSpec spec) {
        return spec.options().stream()
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
    }
}
