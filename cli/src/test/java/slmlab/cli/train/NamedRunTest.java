package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// Runs by names of their own, and the newest one.
class NamedRunTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec = "";
    private Path data = Path.of("");

    @BeforeEach
    void train() {
        data = temp.resolve("data");
        spec = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "").toString();
        CommandResult result = run("run", spec, "ppo", "train", "--name", "first try", "--quiet");
        assertThat(result.code()).as(result.toString()).isZero();
    }

    private CommandResult run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-d", data.toString()));
        return CommandResult.of(all.toArray(String[]::new));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> entries = Files.walk(from)) {
            for (Path entry : entries.toList()) {
                Files.copy(entry, to.resolve(from.relativize(entry).toString()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"first try", "renamed", "copied"})
    void everythingThatTakesARunKnowsItByItsContent(String name) throws IOException {
        Path folder = data.resolve(name);
        if (name.equals("renamed")) {
            Files.move(data.resolve("first try"), folder);
        } else if (name.equals("copied")) {
            copy(data.resolve("first try"), folder);
        }
        assertThat(RunFolder.open(folder).name()).isEqualTo("ppo");
        CommandResult resumed = run("run", spec, "ppo", "train@" + folder, "--max-frame", "600", "--quiet");
        assertThat(resumed.code()).as(resumed.toString()).isZero();
        CommandResult watched = CommandResult.of("run", spec, "ppo", "enjoy@" + folder, "--episodes", "1");
        assertThat(watched.out()).as(watched.toString()).contains("of " + folder + ": mean return");
        CommandResult measured = CommandResult.of("eval", folder.toString(), "--episodes", "2");
        assertThat(measured.code()).as(measured.toString()).isZero();
        CommandResult drawn =
                run("plot", "-f", name, "-o", temp.resolve("plots").toString());
        assertThat(drawn.code()).as(drawn.toString()).isZero();
        assertThat(CommandResult.of("retro", folder.toString()).code()).isZero();
        assertThat(run("plot-list").out()).contains(name);
    }

    @Test
    void aTakenOrImpossibleNameIsRefusedBeforeAnythingIsRun() {
        assertThat(run("run", spec, "ppo", "train", "--name", "first try").err())
                .contains("first try is there already; choose another --name");
        assertThat(run("run", spec, "ppo", "train", "--name", "a/b").err())
                .contains("the run's name is 'a/b'; it names a folder, so it must not contain /");
        assertThat(RunFolder.all(data)).hasSize(1);
    }

    @Test
    void latestIsTheNewestRun() {
        assertThat(run("eval", "latest", "--episodes", "1").out()).startsWith(data.resolve("first try") + "\n");
        assertThat(run("run", spec, "ppo", "enjoy@latest", "--episodes", "1").out())
                .contains("of " + data.resolve("first try"));
        String other = TinySpecs.file(temp, "a2c", "\"max_frame\": 400", "").toString();
        assertThat(run("run", other, "a2c", "enjoy@latest").err()).contains("there is no run of a2c in");
        assertThat(run("run", other, "a2c", "train", "--name", "second", "--quiet")
                        .code())
                .isZero();
        assertThat(run("eval", "latest", "--episodes", "1").out()).startsWith(data.resolve("second") + "\n");
        assertThat(run("run", spec, "ppo", "enjoy@latest", "--episodes", "1").out())
                .contains("of " + data.resolve("first try"));
        assertThat(CommandResult.of("eval", "latest", "-d", temp.resolve("none") + "")
                        .err())
                .contains("there is no run in");
    }

    @Test
    void itBeginsWithTheWeightsOfTheRunThatAFlagNames() {
        CommandResult warm = run(
                "run",
                spec,
                "ppo",
                "train",
                "--init-from",
                data.resolve("first try").toString(),
                "--quiet");
        assertThat(warm.code()).as(warm.toString()).isZero();
        CommandResult wrong = run(
                "run",
                spec,
                "ppo",
                "train",
                "--init-from",
                data.resolve("first try").toString(),
                "-s",
                "hid_layers=[3]",
                "--name",
                "no");
        assertThat(wrong.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(wrong.err()).contains("agent.init_from: ", "needs FLOAT32 [3, 4]");
        assertThat(data.resolve("no")).doesNotExist();
    }

    @Test
    void anEarlyEndIsToldAtTheEnd() {
        CommandResult result =
                run("run", spec, "ppo", "train", "--stop-return", "5", "-s", "env.max_t=8", "--max-frame", "4000");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out())
                .containsPattern("session 0 ended early at frame [\\d,]+: the mean return of the last 100 episodes is"
                        + " \\d\\.\\d\\d and early_stop.mean_return is 5.0")
                .contains("watch   ");
        assertThat(run("run", spec, "ppo", "train", "--stop-plateau", "x").err())
                .contains("meta.early_stop.plateau_frames    is 'x'; needs a whole number");
    }
}
