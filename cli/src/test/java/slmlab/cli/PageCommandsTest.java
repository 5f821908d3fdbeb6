package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import slmlab.skill.CommandLines;

/// Every command and flag that a page names exists, in its current spelling.
class PageCommandsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:bash|sh)?\n(.*?)^```");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
    private static final Set<String> OLDER =
            Set.of("commands.md", "slm-lab.md"); // these say which older spellings still work
    private static final KnownCommands KNOWN = new KnownCommands();

    private static List<Path> pages() throws IOException {
        List<Path> pages =
                new ArrayList<>(List.of(HOME.resolve("README.md"), HOME.resolve("examples/extension/README.md")));
        try (Stream<Path> files = Files.walk(HOME.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        pages.removeIf(Files::notExists);
        return pages;
    }

    @Test
    void everyCommandLineIsKnown() throws IOException {
        List<CommandLines.Found> found = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path page : pages()) {
            for (CommandLines.Found call : calls(Files.readString(page))) {
                found.add(call);
                KNOWN.problem(call.words())
                        .ifPresent(
                                problem -> problems.add("%s: %s: %s".formatted(HOME.relativize(page), call, problem)));
            }
        }
        assertThat(found).hasSizeGreaterThan(150);
        assertThat(problems).isEmpty();
    }

    private static List<CommandLines.Found> calls(String text) {
        List<CommandLines.Found> calls = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            calls.addAll(CommandLines.of(block.group(1).replaceAll("(?m)  +[a-zA-Z].*$", ""), 1)); // what it does
        }
        Matcher code = CODE.matcher(block.replaceAll(""));
        while (code.find()) {
            calls.addAll(CommandLines.inText(code.group(1), 1));
        }
        return calls;
    }

    /// A flag that stands alone in a sentence has no command; it must not be one that is only an older spelling.
    @Test
    void noPageNamesAnOlderFlag() throws IOException {
        Set<String> hidden = names(true);
        hidden.removeAll(names(false));
        assertThat(hidden).contains("--best", "--max-session", "--write");
        List<String> problems = new ArrayList<>();
        for (Path page : pages()) {
            if (!OLDER.contains(page.getFileName().toString())) {
                Matcher flag = FLAG.matcher(Files.readString(page));
                while (flag.find()) {
                    if (hidden.contains(flag.group())) {
                        problems.add("%s: %s".formatted(HOME.relativize(page), flag.group()));
                    }
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    /// Return the names of the flags of all commands that are hidden, or that are not.
    private static Set<String> names(boolean hidden) {
        return lines(Cli.of(new Main()))
                .flatMap(line -> line.getCommandSpec().options().stream())
                .filter(option -> option.hidden() == hidden)
                .map(OptionSpec::longestName)
                .collect(Collectors.toSet());
    }

    private static Stream<CommandLine> lines(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(PageCommandsTest::lines));
    }
}
