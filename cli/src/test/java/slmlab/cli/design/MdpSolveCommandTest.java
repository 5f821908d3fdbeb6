package slmlab.cli.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

class MdpSolveCommandTest {
    /// Three places in a row, the left end terminal; a step is −1, and a wall on the right returns the walker.
    private static final String ROW = """
            states: [end, middle, wall]
            actions: [left, right]
            terminal: [end]
            start: wall
            gamma: 1
            P:
              middle: {left: {end: 1}, right: {wall: 1}}
              wall: {left: {middle: 1}, right: {wall: 1}}
            R:
              middle: {left: -1, right: -1}
              wall: {left: -1, right: -1}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String file = "";

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("row.yaml"), ROW).toString();
    }

    @Test
    void theBestActionsAreATable() {
        CommandResult result = CommandResult.of("mdp", "solve", file);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .containsExactly(
                        "optimal values with gamma 1, after 3 sweeps of value iteration; -2 at the start",
                        "state   value  best actions",
                        "end     0      (terminal)",
                        "middle  -1     left",
                        "wall    -2     left");
        assertThat(result.code()).isEqualTo(Cli.DONE);
    }

    /// Middle: m = −1 + ½w; wall: w = −1 + ½m + ½w, so w = m − 2 and m = −4.
    @Test
    void randomActionsHaveValuesToo() {
        CommandResult result = CommandResult.of("mdp", "solve", file, "--policy", "uniform");
        assertThat(result.out().lines())
                .containsExactly(
                        "uniform values with gamma 1, by linear equations; -6 at the start",
                        "state   value",
                        "end     0      (terminal)",
                        "middle  -4",
                        "wall    -6");
        assertThat(CommandResult.of("mdp", "solve", file, "--policy", "uniform", "--json")
                        .out())
                .contains("\"policy\":\"uniform\"", "{\"state\":\"wall\",\"value\":-6.0,\"terminal\":false}")
                .doesNotContain("sweeps", "actions");
    }

    @Test
    void jsonHasTheSameInFull() throws IOException {
        Path json = folder.resolve("solution.json");
        CommandResult result = CommandResult.of("mdp", "solve", file, "--gamma", "0.5", "--json=" + json);
        assertThat(result.out()).startsWith("optimal values with gamma 0.5");
        assertThat(Files.readString(json).replaceAll("\\s+", ""))
                .contains("\"gamma\":0.5", "\"sweeps\":3", "\"value_at_start\":-1.5")
                .contains("{\"state\":\"wall\",\"value\":-1.5,\"terminal\":false,\"actions\":[\"left\"]}");
    }

    @Test
    void wrongInputEndsWith2() throws IOException {
        Path described = Files.writeString(folder.resolve("described.yaml"), "observability: full\ngamma: 0.9\n");
        CommandResult result = CommandResult.of("mdp", "solve", described.toString());
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("has no table of its transitions", "slm-lab validate mdp");
        assertThat(CommandResult.of("mdp", "solve", file, "--policy", "unifrom").err())
                .contains("--policy is unifrom; needs optimal or uniform; did you mean uniform?");
        assertThat(CommandResult.of("mdp", "solve", file, "--gamma", "2").err()).contains("ERROR M10 gamma is 2");
        assertThat(CommandResult.of("mdp", "solve", folder.resolve("none.yaml").toString())
                        .code())
                .isEqualTo(Cli.WRONG_INPUT);
    }
}
