package slmlab.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import slmlab.skill.Commands;
import slmlab.spec.text.Suggestion;

/// The commands of this program, for texts that name them.
public final class KnownCommands implements Commands {
    /// A word that stands for another: `SPEC`, `<run>`, `{artefact}`, `…`.
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z][A-Z0-9_./-]*…?|<.*|\\{.*|\\$.*|…|\\.\\.\\.");
    private static final Pattern FLAG = Pattern.compile("--?[A-Za-z].*");

    private final CommandLine root = Cli.of(new Main());

    /// A command line as far as it names a command.
    ///
    /// @param path words of the command
    /// @param rest what follows them
    /// @param problem empty if the words name a command
    private record Named(CommandLine command, List<String> path, List<String> rest, Optional<String> problem) {}

    /// Return the words that name the command of a call: `skills install` for `skills install --yes`.
    public List<String> path(List<String> words) {
        return named(words).path;
    }

    @Override
    public Optional<String> problem(List<String> words) {
        Named named = named(words);
        return named.problem.or(() ->
                flags(named.rest).flatMap(flag -> problem(flag, named).stream()).findFirst());
    }

    private Named named(List<String> words) {
        List<String> rest = new ArrayList<>(List.of(Main.withRun(withoutJars(words).stream()
                .map(KnownCommands::plain)
                .filter(word -> !word.isEmpty())
                .toArray(String[]::new))));
        List<String> path = new ArrayList<>();
        CommandLine at = root;
        while (!rest.isEmpty()) {
            CommandLine next = at.getSubcommands().get(rest.getFirst());
            if (next == null) {
                break;
            }
            path.add(rest.removeFirst());
            at = next;
        }
        return new Named(at, path, rest, unknown(at, rest));
    }

    /// Return the words without the option that the launcher takes.
    private static List<String> withoutJars(List<String> words) {
        List<String> left = new ArrayList<>(words);
        int at = left.indexOf("--classpath");
        if (at >= 0) {
            left.subList(at, Math.min(left.size(), at + 2)).clear();
        }
        left.removeIf(word -> word.startsWith("--classpath="));
        return left;
    }

    /// Return the word without the brackets that make it optional, or the comma behind it.
    private static String plain(String word) {
        return word.replaceAll("^\\[+|[\\],…]+$", "");
    }

    private static Optional<String> unknown(CommandLine at, List<String> rest) {
        CommandSpec spec = at.getCommandSpec();
        if (spec.subcommands().isEmpty() || !spec.positionalParameters().isEmpty() || rest.isEmpty()) {
            return Optional.empty();
        }
        String word = rest.getFirst();
        if (word.startsWith("-") || PLACEHOLDER.matcher(word).matches()) {
            return Optional.empty();
        }
        List<String> known = CommandMap.names(spec);
        return Arrays.stream(word.split("\\|", -1))
                .filter(each -> !spec.subcommands().containsKey(each))
                .map(each -> "unknown command '%s'%s".formatted(each, Suggestion.hint(each, known)))
                .findFirst();
    }

    /// Return whether a word stands for several commands: `add|remove`, or a placeholder in the place of one.
    private static boolean isOpen(CommandSpec spec, String word) {
        return word.contains("|")
                || (!spec.subcommands().isEmpty() && PLACEHOLDER.matcher(word).matches());
    }

    /// Return the words that are flags; what follows a flag with a value is that value.
    private static Stream<String> flags(List<String> rest) {
        return rest.stream()
                .takeWhile(word -> !word.equals("--"))
                .filter(word -> FLAG.matcher(word).matches())
                .flatMap(word -> Stream.of(word.replaceFirst("=.*", "").split("\\|", -1)));
    }

    private static Optional<String> problem(String flag, Named named) {
        CommandSpec spec = named.command.getCommandSpec();
        boolean isOfAlternatives = !named.rest.isEmpty() && isOpen(spec, named.rest.getFirst());
        if (isOfAlternatives || spec.parser().unmatchedOptionsArePositionalParams()) {
            return Optional.empty();
        }
        OptionSpec option = spec.optionsMap().get(flag);
        if (option == null && !flag.startsWith("--")) {
            option = spec.optionsMap().get(flag.substring(0, 2)); // -skey=value
        }
        if (option == null) {
            List<String> known = List.copyOf(spec.optionsMap().keySet());
            return Optional.of("unknown flag %s of '%s'%s"
                    .formatted(flag, String.join(" ", named.path), Suggestion.hint(flag, known)));
        }
        return option.hidden()
                ? Optional.of("flag %s of '%s' is an older spelling".formatted(flag, String.join(" ", named.path)))
                : Optional.empty();
    }
}
