package slmlab.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// `slm-lab commands`: every command with its flags, as `docs/commands.md` has them.
@Command(
        name = "commands",
        header = "Print every command and flag, as Markdown.",
        hidden = true,
        footer = {"  slm-lab commands", "  slm-lab commands > commands.md"})
final class CommandsPageCommand extends InputCommand {

    private static final String HEAD = """
            # Commands

            Every command and flag, as `slm-lab COMMAND --help` shows them (`scripts/command-docs` writes this page). Flags stand anywhere,
            before or after the spec or the run. A RUN is a run folder, a file in it, the name of a folder in the data folder, or `latest`.

            | Flag | Means everywhere |
            |---|---|
            | `--json[=FILE]` | print the result as JSON instead of text; with `=FILE`, write it to a file beside the text |
            | `-d`, `--data DIR` | the folder of run folders; `SLM_LAB_DATA` sets it for all commands |
            | `-o`, `--output` | the file or folder to write to |
            | `--checkpoint best\\|last\\|FRAME` | which weights of a run |
            | `--max-frame N` | frames of one training |
            | `--num-envs N` | envs that step together |
            | `--seed N`, `--seeds N` | the seed of all random numbers; how many seeds are trained, one session each |

            Older spellings and all of SLM-Lab's still work: `ckpt` for `checkpoint`, `plot-list` for `list runs`, `plot -f`, `--data-folder`, `--best`,
            `--last`, `--max-session` for `--seeds`.
            """;

    @Override
    protected void run(PrintWriter out) {
        out.print(text());
    }

    static String text() {
        CommandLine root = Cli.of(new Main());
        StringBuilder page = new StringBuilder(HEAD);
        for (CommandMap.Group group : CommandMap.groups()) {
            page.append("\n## %s\n".formatted(group.name()));
            for (String words : group.commands()) {
                add(words, CommandMap.find(root, words), root, page);
            }
        }
        return page.toString();
    }

    private static void add(String words, CommandLine command, CommandLine root, StringBuilder page) {
        CommandSpec spec = command.getCommandSpec();
        String arguments = spec.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .map(each -> " " + label(each))
                .collect(Collectors.joining());
        page.append("\n### `%s%s`\n\n%s".formatted(words, arguments, CommandMap.header(command)));
        Stream.of(spec.usageMessage().description())
                .forEach(line -> page.append(' ').append(line));
        page.append('\n');
        List<String> rows = Stream.<ArgSpec>concat(spec.positionalParameters().stream(), spec.options().stream())
                .filter(each -> !each.hidden() && !isStandard(each))
                .map(each -> "| `%s` | %s |\n".formatted(called(each), cell(each)))
                .toList();
        if (!rows.isEmpty()) {
            page.append("\n| Argument | Meaning |\n|---|---|\n");
            rows.forEach(page::append);
        }
        List<String> inGroups = CommandMap.groups().stream()
                .flatMap(group -> group.commands().stream())
                .toList();
        CommandMap.names(spec).stream()
                .map(name -> words + " " + name)
                .filter(name -> !inGroups.contains(name))
                .forEach(name -> add(name, CommandMap.find(root, name), root, page));
    }

    private static boolean isStandard(ArgSpec each) {
        return each instanceof OptionSpec option && (option.usageHelp() || option.versionHelp());
    }

    private static String label(PositionalParamSpec each) {
        String label = each.paramLabel() + (each.arity().max() > 1 ? "…" : "");
        return each.arity().min() == 0 ? "[" + label + "]" : label;
    }

    private static String called(ArgSpec each) {
        if (!(each instanceof OptionSpec option)) {
            return each.paramLabel();
        }
        String names = String.join(", ", option.names());
        if (option.arity().max() == 0) {
            return names;
        }
        return names + (option.arity().min() == 0 ? "[=%s]" : " %s").formatted(option.paramLabel());
    }

    private static String cell(ArgSpec each) {
        return String.join(" ", each.description()).replace("%%", "%").replace("|", "\\|");
    }
}
