package slmlab.cli.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.design.select.ProblemProfile;
import slmlab.design.select.Selection;
import slmlab.spec.MappingFile;

@Tag("slow")
class SelectCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Return every command that a profile of the tests names and that trains.
    static Set<String> commands() throws IOException {
        Set<String> commands = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of("../lab/src/test/resources/design/select"))) {
            files.flatMap(file ->
                            Selection.of(ProblemProfile.read(file.toString(), MappingFile.read(file)))
                                    .ranked()
                                    .stream())
                    .map(Selection.Choice::command)
                    .flatMap(Optional::stream)
                    .filter(command -> command.startsWith("run "))
                    .forEach(commands::add);
        }
        return commands;
    }

    @Test
    void everyNamedSpecIsRight() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(6);
        for (String command : commands()) {
            String[] words = command.split(" ", -1);
            CommandResult result = CommandResult.of("check", "../" + words[1], words[2]);
            assertThat(result.code()).as(result.out()).isZero();
        }
    }

    /// Atari's specs are run by hand: their games are in another module.
    static Stream<String> here() throws IOException {
        return commands().stream().filter(command -> !command.contains("pong"));
    }

    @ParameterizedTest
    @MethodSource("here")
    void everyNamedSpecTrains2000Frames(String command) {
        String[] words = command.split(" ", -1);
        CommandResult result = CommandResult.of(
                "run",
                "../" + words[1],
                words[2],
                "train",
                "--max-frame",
                "2000",
                "--seeds",
                "1",
                "--quiet",
                "-d",
                temp.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
    }

    @Test
    void flagsDescribeAProblemToo() {
        CommandResult result = CommandResult.of("select", "-s", "actions=discrete", "-s", "steps_per_second=20000");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("1. PPO: a fast simulator")
                .contains(
                        "begin with: slm-lab run spec/ppo/lunar.json ppo_lunar train", "SAC: needs continuous actions");
        CommandResult json =
                CommandResult.of("select", "-s", "actions=continuous", "-s", "steps_per_second=20", "--json");
        assertThat(json.out()).contains("\"name\":\"SAC\"", "\"dropped\":[");
    }

    @Test
    void nothingGivenIsWrongInput() {
        assertThat(CommandResult.of("select").code()).isEqualTo(Cli.WRONG_INPUT);
        CommandResult wrong = CommandResult.of("select", "-s", "actions=many");
        assertThat(wrong.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(wrong.err()).contains("actions", "steps_per_second");
    }
}
