package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// One grammar for all commands: groups, spellings, flags of one meaning, examples.
class GrammarTest {
    private static final int WIDTH = 80;
    private static final CommandLine LINE = Cli.of(new Main()); // one for all, which takes a while to make

    private static CommandResult help(String words) {
        var out = new StringWriter();
        var err = new StringWriter();
        LINE.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = LINE.execute(Main.withRun((words + " --help").strip().split(" ", -1)));
        return new CommandResult(code, out.toString(), err.toString());
    }

    /// Every command, hidden ones too, by the words that call it.
    private static Map<String, CommandLine> all() {
        Map<String, CommandLine> all = new TreeMap<>();
        collect("", LINE, all);
        return all;
    }

    private static void collect(String words, CommandLine line, Map<String, CommandLine> to) {
        line.getSubcommands().forEach((name, sub) -> {
            String called = (words + " " + name).strip();
            to.put(called, sub);
            collect(called, sub, to);
        });
    }

    static Stream<String> commands() {
        return all().keySet().stream();
    }

    @Test
    void helpShowsEveryCommandInItsGroup() {
        CommandResult help = help("");
        assertThat(help.code()).isZero();
        assertThat(help.out().lines())
                .contains("Train", "Look", "Judge", "Design", "Scale", "Ship", "Tools")
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
        List<String> shown = CommandMap.groups().stream()
                .flatMap(group -> group.commands().stream())
                .toList();
        assertThat(shown).doesNotHaveDuplicates().containsAll(CommandMap.names(LINE.getCommandSpec()));
        shown.forEach(command -> assertThat(help.out()).containsPattern("(?m)^  %s +[A-Z].*\\.?$".formatted(command)));
        assertThat(help.out()).doesNotContain("plot-list", "ckpt");
    }

    /// Older spellings, and SLM-Lab's own commands.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ckpt",
                "ckpt list",
                "ckpt verify",
                "ckpt prune",
                "plot-list",
                "search-worker",
                "run",
                "plot",
                "retro",
                "list",
                "demo.json",
                "spec/demo.json dqn_cartpole dev",
                "slm_lab/spec/demo.json dqn_cartpole train",
                "train@latest",
                "--render",
                "--job job.json",
                "--cuda-offset 1",
                "run --optimize-perf --log-extra",
                "plot -f a,b -d data -t title -l x,y",
                "plot --folders a --data-folder data",
                "plot-list --data-folder data",
                "eval latest --best",
                "eval latest --best --json out.json",
                "eval attack latest --best --frames 100",
                "explain latest --best",
                "compare a b --json out.json",
                "diagnose latest --json out.json",
                "check demo.json --json out.json",
                "spec audit demo.json --json out.json",
                "env rollout CartPole-v1 --steps 1 --json -",
                "export latest agent.safetensors --last",
                "study export -o trials.csv",
                "study export --out trials.csv",
                "env baseline --write b.json",
                "calc batch --envs 8 --steps 128 --frames 1000 --minibatch 64",
                "calc buffer --envs 8 --size 100",
                "run demo.json dqn_cartpole train --max-session 2",
                "dashboard data",
            })
    void everyOlderSpellingStays(String words) {
        CommandResult help = help(words);
        assertThat(help.err()).isEmpty();
        assertThat(help.code()).isZero();
    }

    /// Every command and every flag that there was before there was one grammar, each with a value where it took
    /// one.
    @Test
    void everyCommandAndFlagOfBeforeStays() throws IOException {
        List<String> spellings;
        try (InputStream in = GrammarTest.class.getResourceAsStream("older-spellings.txt")) {
            spellings = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        assertThat(spellings).hasSizeGreaterThan(300);
        assertThat(spellings).allSatisfy(words -> {
            CommandResult help = help(words);
            assertThat(help.err()).isEmpty();
            assertThat(help.code()).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsAndEndsWithTwoExamplesThatParse(String words) {
        CommandResult result = help(words);
        assertThat(result.code()).isZero();
        String help = result.out();
        assertThat(help.lines().toList())
                .hasSizeGreaterThan(4)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
        int at = help.indexOf("Examples:\n");
        assertThat(at).as(help).isPositive();
        List<String> examples = help.substring(at).lines().skip(1).toList();
        assertThat(examples).hasSize(2).doesNotHaveDuplicates();
        for (String example : examples) {
            assertThat(example).startsWith("  slm-lab ");
            String[] args = Main.withRun(example.strip()
                    .replaceFirst(" [|>] .*", "")
                    .replaceFirst("slm-lab ?", "")
                    .split(" +", -1));
            String name = words.replace("ckpt", "checkpoint");
            assertThat(String.join(" ", args))
                    .startsWith(name.equals("commands") ? "commands" : name.split(" ", -1)[0]);
            assertThatCode(() -> LINE.parseArgs(args)).as(example).doesNotThrowAnyException();
        }
    }

    @Test
    void aFlagMeansTheSameEverywhere() {
        List<String> problems = new ArrayList<>();
        all().forEach((words, command) -> {
            for (OptionSpec option : command.getCommandSpec().options()) {
                String names = String.join(" ", option.names());
                String arity = option.arity().toString();
                boolean isRight = !names.equals("--json") || arity.equals("0..1");
                isRight &= !names.contains("--data") || option.hidden() || names.equals("-d --data");
                isRight &= !names.contains("--output") || names.equals("-o --output");
                isRight &= !List.of(option.names()).contains("-o") || names.equals("-o --output");
                isRight &= !List.of("--best", "--envs", "--max-session", "--out", "--write")
                                .contains(names)
                        || option.hidden();
                if (!isRight) {
                    problems.add(words + ": " + names + " " + arity);
                }
            }
        });
        assertThat(problems).isEmpty();
    }

    @Test
    void jsonTakesAFileOnlyWithAnEqualsSign() {
        assertThat(LINE.parseArgs("eval", "--json", "latest").subcommand().matchedPositionals())
                .hasSize(1);
        assertThat(LINE.parseArgs("eval", "--json=x.json", "latest")
                        .subcommand()
                        .matchedPositionals())
                .hasSize(1);
        assertThat(LINE.parseArgs("validate", "--json", "mdp", "x.yaml")
                        .subcommand()
                        .matchedPositionals())
                .hasSize(2);
        assertThat(LINE.parseArgs("eval", "latest", "--json", "--seed", "3")
                        .subcommand()
                        .matchedOptions())
                .hasSizeGreaterThan(0);
    }

    @Test
    void jsonIsPrintedAloneOrWrittenBesideTheText() throws IOException {
        String[] calc = {"calc", "batch", "--num-envs", "8", "--steps", "128", "--minibatches", "4"};
        CommandResult printed = CommandResult.of(
                Stream.concat(Stream.of(calc), Stream.of("--json")).toArray(String[]::new));
        assertThat(printed.out()).startsWith("{\"valid\":true").hasLineCount(1);
        Path file = Files.createTempFile("calc", ".json");
        CommandResult written = CommandResult.of(
                Stream.concat(Stream.of(calc), Stream.of("--json=" + file)).toArray(String[]::new));
        assertThat(written.out()).startsWith("0 errors");
        assertThat(Files.readString(file)).contains("\"valid\" : true");
        Files.delete(file);
    }

    @Test
    void thePageOfCommandsIsTheProgramsOwn() throws IOException {
        Path docs = Files.isDirectory(Path.of("docs")) ? Path.of("docs") : Path.of("../docs");
        assertThat(Files.readString(docs.resolve("commands.md")))
                .as("scripts/command-docs writes it")
                .isEqualTo(CommandsPageCommand.text());
    }
}
