package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.RunFiles;
import slmlab.experiment.TinySpecs;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

class RunCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String file(String name) {
        return TinySpecs.file(temp, name, "", "").toString();
    }

    private String data() {
        return temp.resolve("data").toString();
    }

    private RunFolder latest(String name) {
        return RunFolder.latest(Path.of(data()), name).orElseThrow();
    }

    private CommandResult train(String... more) {
        String[] args = new String[more.length + 6];
        System.arraycopy(new String[] {"run", file("ppo"), "ppo", "train", "-d", data()}, 0, args, 0, 6);
        System.arraycopy(more, 0, args, 6, more.length);
        return CommandResult.of(args);
    }

    private static void assertRefused(CommandResult result, String... words) {
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(words).doesNotContain("\tat ", "Exception");
    }

    @Test
    void trainLeavesARunFolderAndSaysWhereAndHowToWatch() {
        CommandResult result = train("--seed", "11", "--max-frame", "800", "--max-session", "2", "--threads", "1");
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        RunFolder folder = latest("ppo");
        assertThat(result.out())
                .contains("ppo: PPO on CartPole-v1, 2 sessions of 800 frames, seed 11")
                .contains("trial_metrics: frame:8.00e+02 | total_reward_ma:")
                .contains("files   " + folder.path(), "enjoy@" + folder.path())
                .doesNotContain("\033", "\r");
        assertThat(folder.trialGraph("mean_returns_ma_vs_frames")).exists();
        assertThat(folder.model(1)).exists();
        assertThat(JsonFile.read(folder.provenance()).toString())
                .contains("seed=11", "command=[slm-lab, run, ", "commit=", "java=", "cpu=");
        CommandResult check = CommandResult.of("check", folder.spec().toString());
        assertThat(check.out()).endsWith("1 spec: 1 right and runnable here\n"); // the resolved spec is a spec
    }

    @Test
    void resumeByNameAndByFolder() {
        train("--max-frame", "800");
        RunFolder folder = latest("ppo");
        Table before = Table.read(folder.sessionTable(0, Phase.TRAIN));
        for (String which : new String[] {"latest", folder.path().toString()}) {
            CommandResult again = CommandResult.of("run", file("ppo"), "ppo", "train@" + which, "-d", data());
            assertThat(again.code()).as(again.toString()).isZero();
            assertThat(again.out()).contains("resuming " + folder.path(), "s0  done at frame 800");
            RunFiles.assertSame(Table.read(folder.sessionTable(0, Phase.TRAIN)), before, which);
        }
        assertRefused(
                CommandResult.of("run", file("a2c"), "a2c", "train@latest", "-d", data()), "there is no run of a2c in");
    }

    @Test
    void whatAKillLeftOfARunIsSkippedWithAWord() throws IOException {
        train("--max-frame", "400");
        RunFolder folder = latest("ppo");
        Path husk = temp.resolve("data/ppo_2999_01_01_000000");
        Files.createDirectories(husk.resolve("info"));
        Files.createDirectories(temp.resolve("data/.run-1.part/info"));
        CommandResult again = CommandResult.of("run", file("ppo"), "ppo", "train@latest", "-d", data());
        assertThat(again.code()).as(again.toString()).isZero();
        assertThat(again.out()).contains("resuming " + folder.path());
        assertThat(again.err())
                .isEqualTo("skipped %s, which cannot be resumed (delete the folder): there is no file %s\n"
                        .formatted(husk, husk.resolve("ppo_spec.json")));
        assertRefused(
                CommandResult.of("run", file("ppo"), "ppo", "train@" + husk),
                husk.resolve("ppo_spec.json").toString());
        assertThat(CommandResult.of("plot-list", "-d", data()).out())
                .contains("no spec and no tables; the folder can be deleted")
                .doesNotContain(".part");
    }

    @Test
    void variablesAreFilledAndNameTheRun() throws IOException {
        Path file = Path.of(file("ppo"));
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", "${env}"));
        assertRefused(
                CommandResult.of("run", file.toString(), "ppo", "train", "-d", data()), "env.name", "needs -s env=…");
        assertThat(temp.resolve("data")).doesNotExist();
        String[] run = {"run", file.toString(), "ppo", "train", "-d", data(), "-s", "env=CartPole-v1", "-s", "lr=0.03"};
        CommandResult filled = CommandResult.of(run);
        assertThat(filled.code()).isZero();
        assertThat(filled.err()).isEmpty();
        run[3] = "train@latest";
        assertThat(CommandResult.of(run).out())
                .contains("resuming " + latest("ppo_cartpole").path());
    }

    @Test
    void devIsOneSessionWithEveryRowAndALookAtTheUpdates() {
        CommandResult result = CommandResult.of("run", file("ppo"), "ppo", "dev", "-d", data(), "--max-frame", "400");
        assertThat(result.code()).isZero();
        assertThat(result.out().lines().filter(line -> line.contains("frame "))).hasSize(5); // four rows and the end
        assertThat(result.out())
                .containsPattern("    \\d updates?, 0 changed no weight; all \\d+ arrays of weights are finite");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run, no-such.json, ppo, train            | no-such.json",
                "run, FILE, pppo, train                   | has no spec 'pppo'; did you mean ppo?",
                "run, FILE, ppo, tarin                    | mode 'tarin'; needs dev, train",
                "run, FILE, ppo, dev@latest               | mode 'dev@latest'; needs dev",
                "run, FILE, ppo, search                   | is empty; needs keys, such as agent.algorithm.gamma__uniform",
                "run, FILE, ppo, search@nowhere           | nowhere is not the folder of a search",
                "run, FILE, ppo, search@                  | search@ needs latest or a search's folder",
                "run, FILE, ppo, train, --trials, 3       | --trials is for search, not for train",
                "run, FILE, ppo, train@nowhere            | there is no folder nowhere",
                "run, FILE, ppo, enjoy@                   | which run?",
                "run, FILE, ppo, train, --max-frame, -5   | env.max_frame    is -5",
                "run, FILE, ppo, train, --max-session, 0  | meta.max_session    is 0",
                "run, FILE, ppo, train, --seed, x         | --seed",
                "run, FILE, ppo, train, -s, env           | -s",
                "eval, nowhere                            | there is no folder nowhere",
                "check, nowhere                           | nowhere",
            })
    void wrongWordsAreNamed(String command, String message) {
        String[] args = command.replace("FILE", file("ppo")).split(", ", -1);
        CommandResult result = CommandResult.of(args);
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out() + result.err()).contains(message).doesNotContain("\tat ", "Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CartPole-v1 | CartPole-v9 | no env CartPole-v9; did you mean",
                "CartPole-v1 | Nowhere-v0  | no env Nowhere-v0",
            })
    void anEnvThatIsNotThereIsRefusedBeforeAnythingIsCreated(String from, String to, String message)
            throws IOException {
        Path file = Path.of(file("ppo"));
        Files.writeString(file, Files.readString(file).replace(from, to));
        CommandResult result = CommandResult.of("run", file.toString(), "ppo", "train", "-d", data());
        assertRefused(result, message);
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void partsThatDoNotFitAreRefusedBeforeAnythingIsCreated() throws IOException {
        Path file = Path.of(file("ppo"));
        Files.writeString(file, Files.readString(file).replace("\"num_envs\"", "\"weather\": 3, \"num_envs\""));
        assertRefused(CommandResult.of("run", file.toString(), "ppo", "train", "-d", data()), "weather");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "..", ".", "", "a\\\\b", "a\\nb", "a:b", "LONG"})
    void aNameThatCannotBeAFoldersIsRefusedBeforeAnythingIsCreated(String escaped) throws IOException {
        String json = escaped.replace("LONG", "x".repeat(300));
        String name = json.translateEscapes();
        Path file = Files.writeString(
                temp.resolve("named.json"),
                TinySpecs.text("ppo", "", "").replaceFirst("\"ppo\"", Matcher.quoteReplacement("\"" + json + "\"")));
        CommandResult check = CommandResult.of("check", file.toString());
        assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(check.out()).contains("it names the run's folder, so it must not ", "1 spec: 1 wrong");
        assertThat(check.out().lines()).hasSize(3);
        for (String mode : new String[] {"dev", "train", "train@latest"}) {
            CommandResult run = CommandResult.of("run", file.toString(), name, mode, "-d", data());
            assertRefused(run, "it names the run's folder, so it must not ");
        }
        assertThat(temp.resolve("data")).doesNotExist();
        assertThat(temp.resolve("evil")).doesNotExist();
    }

    @Test
    void theModeMayFollowAFileOfOneSpec() {
        CommandResult run = CommandResult.of("run", file("ppo"), "train", "-d", data(), "--max-frame", "400");
        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(latest("ppo").path()).exists();
    }

    @Test
    void aSectionIsNotAKey() {
        assertRefused(
                CommandResult.of("run", file("ppo"), "ppo", "train", "-d", data(), "-s", "env=Hopper-v5"),
                "-s env    is a section of ppo, and the file has no ${env}; name a key, such as env.name");
    }

    @Test
    void whatAVariableAddsToANameIsCheckedToo() throws IOException {
        Path file = Path.of(file("ppo"));
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", "${env}"));
        assertRefused(
                CommandResult.of("run", file.toString(), "ppo", "train", "-d", data(), "-s", "env=a\\b"),
                "is 'ppo_a\\b'; it names the run's folder, so it must not contain \\");
    }

    @Test
    void aGifCanBeMadeSmaller() throws IOException {
        train("--max-session", "1", "--max-frame", "800");
        String enjoy = "enjoy@" + latest("ppo").path();
        Path gif = temp.resolve("agent.gif");
        String file = gif.toString();
        CommandResult.of("run", "SPEC", "NAME", enjoy, "--gif", file, "--episodes", "1", "--gif-frames", "3");
        assertThat(images(gif)).isEqualTo(3);
        CommandResult.of("run", "SPEC", "NAME", enjoy, "--gif", file, "--episodes", "1");
        int all = images(gif);
        CommandResult.of("run", "SPEC", "NAME", enjoy, "--gif", file, "--episodes", "1", "--gif-every", "2");
        assertThat(images(gif)).isEqualTo((all + 1) / 2);
        assertRefused(
                CommandResult.of("run", "SPEC", "NAME", enjoy, "--gif", file, "--gif-every", "0"),
                "--gif-every is 0; needs at least 1");
        assertRefused(CommandResult.of("run", "SPEC", "NAME", enjoy, "--gif-frames", "5"), "--gif-frames is for --gif");
    }

    private static int images(Path gif) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(gif.toFile())) {
            reader.setInput(in);
            return reader.getNumImages(true);
        } finally {
            reader.dispose();
        }
    }

    @Test
    void aTrainedAgentIsWatchedAndMeasured() {
        train("--max-session", "2", "--max-frame", "800");
        String run = latest("ppo").path().toString();
        Path gif = temp.resolve("cartpole.gif");
        CommandResult enjoy = CommandResult.of(
                "run",
                "SPEC",
                "NAME",
                "enjoy@" + latest("ppo").trialSpec(),
                "--gif",
                gif.toString(),
                "--episodes",
                "1");
        assertThat(enjoy.code()).as(enjoy.toString()).isZero();
        assertThat(enjoy.out()).contains("episode 1: return ", "mean return ", gif.toString());
        assertThat(gif).isNotEmptyFile();
        Path json = temp.resolve("eval.json");
        CommandResult eval = CommandResult.of("eval", run, "--episodes", "5", "--best", "--json", json.toString());
        assertThat(eval.code()).as(eval.toString()).isZero();
        assertThat(eval.out()).contains("session 0: mean return ", "session 1: mean return ", "mean of 2 sessions: ");
        assertThat(JsonFile.read(json).toString()).contains("session=1", "returns=[");
        assertThat(CommandResult.of("eval", run, "--episodes", "5", "--best").out())
                .isEqualTo(eval.out());
        assertThat(CommandResult.of("eval", run, "--episodes", "1").out())
                .containsPattern("session 0: mean return \\d+\\.00 over 1 episode of \\d+ steps on average\n")
                .doesNotContain("NaN");
        assertRefused(CommandResult.of("eval", run, "--episodes", "0"), "--episodes is 0");
        assertRefused(CommandResult.of("run", "S", "N", "enjoy@" + run, "--episodes", "-1"), "--episodes is -1");
    }

    @Test
    void aJobIsCheckedBeforeItsFirstRun() {
        Path job = temp.resolve("job.json");
        JsonFile.write(
                job,
                Map.of(
                        file("ppo"),
                        Map.of("ppo", "enjoy@nowhere"),
                        file("a2c"),
                        Map.of("a2d", "train", "a2c", "train")));
        CommandResult result = CommandResult.of(
                "--job", job.toString(), "-d", temp.resolve("jobs").toString());
        assertRefused(result, "nothing was run: ");
        assertThat(result.err())
                .contains(
                        "mode 'enjoy@nowhere'; needs dev, train or train@latest",
                        "has no spec 'a2d'; did you mean a2c?");
        assertThat(temp.resolve("jobs")).doesNotExist();
        JsonFile.write(job, Map.of("spec", "train"));
        assertRefused(CommandResult.of("--job", job.toString()), "is not a job file: needs {\"spec file\"");
        assertRefused(CommandResult.of("--job", "nowhere.json"), "there is no file nowhere.json");
        assertRefused(CommandResult.of("--job", job.toString(), file("ppo")), "--job names its own specs; remove ");
    }

    @Test
    void aJobRunsAllWithTheOtherFlagsAndALineForEach() {
        Path job = temp.resolve("job.json");
        Path data = temp.resolve("jobs");
        JsonFile.write(job, Map.of(file("ppo"), Map.of("ppo", "train"), file("a2c"), Map.of("a2c", "train")));
        CommandResult result = CommandResult.of(
                "--job", job.toString(), "-d", data.toString(), "--max-frame", "160", "--threads", "2");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .hasSize(2)
                .allMatch(line ->
                        line.startsWith("job: ") && line.contains(": done after ") && line.contains("frame:1.60e+02"));
        assertThat(RunFolder.all(data)).hasSize(2);
    }
}
