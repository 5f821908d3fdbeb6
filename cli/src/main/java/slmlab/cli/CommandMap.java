package slmlab.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import slmlab.spec.SpecFile;

/// The commands in groups, as `slm-lab --help` and `docs/commands.md` show them.
final class CommandMap {
    /// Commands by group. A command of two words is a subcommand that people look for in another group than its
    /// first word.
    private static final List<Group> GROUPS = List.of(
            new Group("Train", "run", "new", "check", "list", "spec", "env", "setup"),
            new Group("Look", "dashboard", "plot", "compare", "eval", "study", "metrics", "surface", "retro"),
            new Group("Judge", "diagnose", "explain", "eval attack", "eval ood", "dossier", "benchmark"),
            new Group("Design", "select", "validate", "calc", "mdp", "flow", "skills"),
            new Group("Scale", "search-worker"),
            new Group("Ship", "export", "serve", "checkpoint"),
            new Group("Tools", "javac", "java", "bench"));

    private static final Pattern WORD = Pattern.compile("[a-z][a-z-]+");

    private CommandMap() {}

    /// @param commands in the order in which they are shown
    record Group(String name, List<String> commands) {
        Group(String name, String... commands) {
            this(name, List.of(commands));
        }
    }

    /// Show the groups in the help of the root; every help lists commands before options.
    static void in(CommandLine root) {
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandMap::render);
        List<String> list =
                List.of(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        List<String> sections = new ArrayList<>(root.getHelpSectionKeys());
        sections.removeAll(list);
        sections.addAll(sections.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING), list);
        root.setHelpSectionKeys(sections); // also of the subcommands
        // What these pass on to another program may look like options.
        Stream.of("javac", "java", "bench")
                .forEach(name -> find(root, name).setUnmatchedOptionsArePositionalParams(true));
    }

    static List<Group> groups() {
        return GROUPS;
    }

    /// Return the command that the words name.
    static CommandLine find(CommandLine root, String words) {
        CommandLine found = root;
        for (String word : words.split(" ", -1)) {
            found = Objects.requireNonNull(found.getSubcommands().get(word), words);
        }
        return found;
    }

    /// Return where a command stands behind flags of its own; −1 where the words begin otherwise. A word behind a
    /// flag that takes a value is that value, whatever it says.
    static int behindFlags(String[] args) {
        for (int at = 1; at < args.length && !SpecFile.isSpecFile(args[at]); at++) {
            if (WORD.matcher(args[at]).matches()) { // to read the annotations of all commands takes a while
                CommandLine command =
                        new CommandLine(new Main()).getSubcommands().get(args[at]);
                if (command != null && areFlags(List.of(args).subList(0, at), command.getCommandSpec())) {
                    return at;
                }
            }
        }
        return -1;
    }

    private static boolean areFlags(List<String> words, CommandSpec command) {
        int i = 0;
        while (i < words.size()) {
            OptionSpec flag = command.optionsMap().get(words.get(i).replaceFirst("=.*", ""));
            if (flag == null) {
                return false;
            }
            i += flag.arity().min() > 0 && !words.get(i).contains("=") ? 2 : 1;
        }
        return i == words.size();
    }

    /// Return the names of the commands that are not hidden, without their aliases.
    static List<String> names(CommandSpec spec) {
        return spec.subcommands().entrySet().stream()
                .filter(entry -> entry.getKey().equals(entry.getValue().getCommandName()))
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Return the first line of a command's help.
    static String header(CommandLine command) {
        return command.getCommandSpec().usageMessage().header()[0];
    }

    /// Write the list of commands for the help.
    static String render(Help help) {
        CommandLine root = help.commandSpec().commandLine();
        int width =
                commands().map(String::length).max(Comparator.naturalOrder()).orElseThrow();
        StringBuilder text = new StringBuilder();
        for (Group group : GROUPS) {
            text.append("%n%s%n".formatted(group.name));
            for (String command : group.commands) {
                text.append("  %s%s  %s%n"
                        .formatted(command, " ".repeat(width - command.length()), header(find(root, command))));
            }
        }
        return text.toString();
    }

    private static Stream<String> commands() {
        return GROUPS.stream().flatMap(group -> group.commands.stream());
    }
}
