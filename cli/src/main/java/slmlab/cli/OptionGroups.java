package slmlab.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import slmlab.cli.hub.UploadFlag;
import slmlab.cli.search.SearchFlags;
import slmlab.cli.train.RunFlags;
import slmlab.cli.train.WatchFlags;

/// Help whose options stand in groups, with a heading for each class of flags that is mixed in.
final class OptionGroups {
    private static final String OTHER = "Options:";
    private static final String WATCHING = "Watching:";
    private static final String TRAINING = "Training:";
    private static final Map<Class<?>, String> HEADINGS = Map.of(
            RunFlags.class,
            TRAINING,
            UploadFlag.class,
            TRAINING,
            SearchFlags.class,
            "Searching:",
            WatchFlags.class,
            WATCHING);

    private OptionGroups() {}

    /// Use groups in the help of a command and of its subcommands, which all have `--help` and `--version`, and end
    /// with examples: a footer of two lines is these.
    static CommandLine in(CommandLine line) {
        if (!line.getCommandSpec().mixinStandardHelpOptions()) {
            line.getCommandSpec().mixinStandardHelpOptions(true);
        }
        UsageMessageSpec usage = line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        if (usage.footer().length == 2) {
            usage.footerHeading("%nExamples:%n");
        }
        if (!line.getSubcommands().isEmpty() && line.getParent() != null) {
            usage.commandListHeading("%nCommands:%n").optionListHeading("%nOptions:%n");
        }
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::render);
        line.getSubcommands().values().forEach(OptionGroups::in);
        return line;
    }

    private static String render(Help help) {
        List<OptionSpec> all = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        boolean isWatching = all.stream().anyMatch(option -> heading(option).equals(WATCHING));
        all.forEach(option -> groups.computeIfAbsent(
                        isWatching && owner(option) == CheckpointFlag.class ? WATCHING : heading(option),
                        _ -> new ArrayList<>())
                .add(option));
        if (groups.size() == 1) {
            return help.optionList();
        }
        List<OptionSpec> other = groups.remove(OTHER);
        if (other != null) {
            groups.put(OTHER, other); // last: help and version
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> {
            Help.Layout layout =
                    help.createDefaultLayout(all, help.commandSpec().positionalParameters(), help.colorScheme());
            List<OptionSpec> sorted = new ArrayList<>(options);
            sorted.sort(Help.createShortOptionNameComparator());
            layout.addOptions(sorted, help.parameterLabelRenderer());
            text.append(System.lineSeparator())
                    .append(heading)
                    .append(System.lineSeparator())
                    .append(layout);
        });
        return text.toString();
    }

    private static String heading(OptionSpec option) {
        Class<?> owner = owner(option);
        return owner == null ? OTHER : HEADINGS.getOrDefault(owner, OTHER);
    }

    private static @Nullable Class<?> owner(OptionSpec option) {
        return option.userObject() instanceof Field field ? field.getDeclaringClass() : null;
    }
}
