package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class MainTest {

    private record Result(int code, String out, String err) {}

    private static Result run(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        CommandLine line = Cli.of(new Main()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = line.execute(args);
        return new Result(code, out.toString(), err.toString());
    }

    @Test
    void versionIsTheFirstLineAndFilledIn() {
        Result result = run("--version");
        assertThat(result.code).isEqualTo(Cli.DONE);
        assertThat(result.out.lines().findFirst().orElseThrow()).matches("slm-lab \\d+\\.\\d+\\.\\d+\\S*.*");
        assertThat(result.out).doesNotContain("${");
        assertThat(result.err).isEmpty();
    }

    @Test
    void helpListsTheCommands() {
        Result result = run("--help");
        assertThat(result.code).isEqualTo(Cli.DONE);
        assertThat(result.out)
                .startsWith("SLM Lab for the JVM")
                .contains("Usage: slm-lab", "list", "env", "bench", "Exit codes");
        assertThat(result.err).isEmpty();
    }

    @Test
    void theWordRunMayBeLeftOut() {
        assertThat(Main.withRun(new String[] {"a/b.json", "name"})).containsExactly("run", "a/b.json", "name");
        assertThat(Main.withRun(new String[] {"list"})).containsExactly("list");
        assertThat(Main.withRun(new String[0])).containsExactly("run");
        assertThat(Main.withRun(new String[] {"--render", "a.json"})).containsExactly("run", "--render", "a.json");
        assertThat(Main.withRun(new String[] {"--help"})).containsExactly("--help");
        assertThat(Main.withRun(new String[] {"train@latest"})).containsExactly("run", "train@latest");
    }

    @Test
    void flagsMayStandBeforeTheCommand() {
        assertThat(Main.withRun(new String[] {"--data", "x", "eval", "latest"}))
                .containsExactly("eval", "--data", "x", "latest");
        assertThat(Main.withRun(new String[] {"--quiet", "run", "a.json"})).containsExactly("run", "--quiet", "a.json");
        assertThat(Main.withRun(new String[] {"--data=x", "--json", "eval"}))
                .containsExactly("eval", "--data=x", "--json");
        assertThat(Main.withRun(new String[] {"--data", "eval", "a.json", "train"}))
                .containsExactly("run", "--data", "eval", "a.json", "train");
        assertThat(Main.withRun(new String[] {"--name", "new", "a.json", "train"}))
                .containsExactly("run", "--name", "new", "a.json", "train");
    }

    @ParameterizedTest
    @CsvSource({
        "bensh,     unknown command 'bensh'; did you mean bench?",
        "--verison, unknown option '--verison'; did you mean --version?",
        "--nothing, 'unknown option ''--nothing''; known: --classpath, --help, --version'",
    })
    void wrongInputIsNamedAndEndsWith2(String arg, String message) {
        Result result = run(arg);
        assertThat(result.code).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err.lines()).containsExactly("slm-lab: " + message, "Try slm-lab --help");
        assertThat(result.out).isEmpty();
    }

    @Test
    void anUnknownCommandIsAnsweredWithEveryVisibleOne() {
        String known = Cli.of(new Main()).getSubcommands().values().stream()
                .distinct() // an alias names a command again
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .map(CommandSpec::name)
                .collect(Collectors.joining(", "));
        Result result = run("nonsense");
        assertThat(result.code).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err.lines())
                .containsExactly("slm-lab: unknown command 'nonsense'; known: " + known, "Try slm-lab --help");
        assertThat(known).startsWith("run, new, check, list").doesNotContain("plot-list", "ckpt");
    }

    @Test
    void classpathIsForTheLauncher() {
        Result result = run("--classpath", "my.jar", "list", "envs");
        assertThat(result.code).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out).isEmpty();
        assertThat(result.err).contains("--classpath is for the launcher ./slm-lab", "add my.jar to its -cp");
    }

    @Test
    void benchSaysHowToRunIt() {
        Result result = run("bench", "engine");
        assertThat(result.code).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err).contains("./slm-lab bench engine");
    }
}
