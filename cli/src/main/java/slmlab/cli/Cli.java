package slmlab.cli;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;
import slmlab.chart.ChartException;
import slmlab.env.EnvException;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.state.ErrorText;
import slmlab.hub.HubException;
import slmlab.remote.RemoteException;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.Suggestion;
import slmlab.tensor.safetensors.SafeTensorsException;

/// Run a command with the exit codes and error messages that all commands share.
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

    /// Make a command line whose output can still be redirected.
    public static CommandLine of(Object command) {
        CommandLine line = OptionGroups.in(new CommandLine(command));
        if (command instanceof Main) {
            CommandMap.in(line);
        }
        return line.registerConverter(Path.class, Paths::read)
                .setExecutionStrategy(Cli::run)
                .setExitCodeExceptionMapper(_ -> FAILED)
                .setParameterExceptionHandler((problem, _) -> explain(problem))
                .setExecutionExceptionHandler((problem, failed, _) -> tell(problem, failed));
    }

    /// Run the command. Lack of memory is an error that the user can fix, and is not for picocli.
    private static int run(ParseResult parsed) {
        refuseUnmatched(parsed);
        try {
            return new RunLast().execute(parsed);
        } catch (OutOfMemoryError e) {
            CommandLine line = parsed.commandSpec().commandLine();
            line.getErr().println(parsed.commandSpec().qualifiedName() + ": " + ErrorText.inWords(e));
            return FAILED;
        }
    }

    /// Refuse a word that is no command; with `--help` beside it, picocli would show the help of the others.
    private static void refuseUnmatched(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (!last.unmatched().isEmpty()) {
            throw new UnmatchedArgumentException(last.commandSpec().commandLine(), last.unmatched());
        }
    }

    /// Say what is wrong and what to do about it, in two lines at most: a page of help would hide it.
    private static int explain(ParameterException problem) {
        CommandLine line = problem.getCommandLine();
        CommandSpec spec = line.getCommandSpec();
        line.getErr().println(spec.qualifiedName() + ": " + message(problem, spec));
        line.getErr().println("Try " + spec.qualifiedName() + " --help");
        return WRONG_INPUT;
    }

    /// Print what a person can fix in one sentence; any other exception is a bug of ours and shows its trace.
    private static int tell(Exception problem, CommandLine line) throws Exception {
        int code = switch (problem) {
            case SpecException _ -> WRONG_INPUT;
            case SafeTensorsException _ -> WRONG_INPUT;
            case RunFailedException _ -> FAILED;
            case EnvException _ -> FAILED;
            case HubException _ -> FAILED;
            case UncheckedIOException _ -> FAILED;
            case ChartException _ -> FAILED;
            case RemoteException _ -> FAILED;
            default -> throw problem;
        };
        line.getOut().flush();
        line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + problem.getMessage());
        return code;
    }

    private static String message(ParameterException problem, CommandSpec spec) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return String.valueOf(problem.getMessage());
        }
        Optional<String> refusal = Ignored.refusal(unmatched.getUnmatched());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        String word = unmatched.getUnmatched().getFirst();
        boolean option = word.startsWith("-");
        List<String> known = option ? options(spec) : CommandMap.names(spec);
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
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
    }
}
