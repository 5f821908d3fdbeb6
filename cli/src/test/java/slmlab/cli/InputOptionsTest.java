package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.TinySpecs;
import slmlab.file.SpecialFiles;
import slmlab.run.RunFolder;

/// Numbers, files and folders as a user may give them by mistake: two lines at most, exit code 2, nothing made.
class InputOptionsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec = "";
    private String data = "";

    @BeforeEach
    void setUp() {
        spec = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "").toString();
        data = temp.resolve("data").toString();
    }

    private CommandResult command(String words) {
        String[] args = words.split(" +", -1);
        for (int i = 0; i < args.length; i++) {
            args[i] =
                    args[i].equals("EMPTY") ? "" : args[i].replace("SPEC", spec).replace("TEMP", temp.toString());
        }
        return CommandResult.of(args);
    }

    private void assertRefused(CommandResult result, String... words) {
        assertThat(result.err()).contains(words).doesNotContain("\tat ", "Exception");
        assertThat(result.err().lines()).hasSizeBetween(1, 2);
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(Path.of(data)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--threads 0             | threads is 0; needs 1 to 1024",
                "--threads -3            | threads is -3; needs 1 to 1024",
                "--threads 99999999      | threads is 99999999; needs 1 to 1024",
                "--threads 1.5           | '--threads': '1.5' is not an int",
                "--threads EMPTY         | '--threads': '' is not an int",
                "--state-seconds NaN     | state_seconds is NaN; needs a finite number of at least 0",
                "--state-seconds -1      | state_seconds is -1.0; needs a finite number of at least 0",
                "--state-seconds Infinity | state_seconds is Infinity; needs a finite number of at least 0",
                "--state-seconds 1e999   | state_seconds is Infinity; needs a finite number of at least 0",
                "--state-seconds EMPTY   | '--state-seconds': '' is not a double",
                "--max-frame 0           | env.max_frame    is 0; needs at least 1 frame",
                "--max-frame -1          | env.max_frame    is -1; needs at least 1 frame",
                "--max-frame 3           | env.max_frame    is 3; needs at least num_envs = 4",
                "--max-frame 1e6         | '--max-frame': '1e6' is not a long",
                "--max-frame EMPTY       | '--max-frame': '' is not a long",
                "--max-session 0         | meta.max_session    is 0; needs 1 to 1000000",
                "--max-session 2147483647 | meta.max_session    is 2147483647; needs 1 to 1000000",
                "--max-session 9999999999 | '--max-session': '9999999999' is not an int",
                "--seed EMPTY            | '--seed': '' is not a long",
                "--seed 1.5              | '--seed': '1.5' is not a long",
                "--data EMPTY            | '--data'",
                "-s =x                   | -s =x has no name before the =",
            })
    void aFlagOfARunIsChecked(String flag, String message) {
        String where = flag.startsWith("--data") ? "" : " -d " + data;
        assertRefused(command("run SPEC ppo train %s%s".formatted(flag, where)), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "env rollout CartPole-v1 --steps EMPTY                 | '--steps': '' is not an int",
                "env rollout CartPole-v1 --steps 2147483647            | --steps 2147483647 of 1 envs; needs at most 10000000 frames",
                "env rollout CartPole-v1 --steps 3 --num-envs -1       | --num-envs is -1; needs at least 1",
                "env rollout CartPole-v1 --steps 3 --num-envs 0        | --num-envs is 0; needs at least 1",
                "env rollout CartPole-v1 --steps 3 --num-envs 99999999 | --steps 3 of 99999999 envs; needs at most 10000000 frames",
                "env rollout CartPole-v1 --steps 3 --fps 30            | --fps is for --gif and --render",
                "env rollout CartPole-v1 --steps 3 --gif TEMP/x.gif --fps NaN      | NaN frames per second",
                "env rollout CartPole-v1 --steps 3 --gif TEMP/x.gif --fps Infinity | Infinity frames per second",
                "env rollout CartPole-v1 --steps 3 --seed x            | '--seed': 'x' is not a long",
                "env rollout CartPole-v1 --steps 3 --actions TEMP      | is a folder; name a file in it",
                "env rollout CartPole-v1 --steps 3 --actions /dev/zero | is a device, a pipe or a socket",
                "env rollout CartPole-v1 --steps 3 --actions EMPTY     | '--actions'",
                "env rollout EMPTY --steps 3                           | no env ''; slm-lab list envs",
                "env check EMPTY                                       | no env ''; slm-lab list envs",
                "env check CartPole-v1 -a =3                           | -a =3 has no name before the =",
                "env baseline CartPole-v1 --episodes -1                | --episodes is -1; needs 1 to 1000000",
                "env baseline CartPole-v1 --episodes 2000000000        | --episodes is 2000000000; needs 1 to 1000000",
                "env baseline EMPTY --episodes 2                       | no env ''; slm-lab list envs",
                "eval nowhere --episodes 2147483647                    | --episodes is 2147483647; needs 1 to 1000000",
                "eval EMPTY                                            | which run?",
                "run SPEC ppo enjoy@nowhere --episodes 2147483647      | --episodes is 2147483647; needs 1 to 1000000",
                "run EMPTY ppo train                                   | which spec?",
                "run SPEC EMPTY train                                  | has no spec ''",
                "run SPEC ppo EMPTY                                    | mode ''",
                "run SPEC ppo train@                                   | train@ needs latest or a run folder after it",
                "run /dev/zero ppo train                               | is a device, a pipe or a socket",
                "check EMPTY                                           | which spec?",
                "check SPEC -s =x                                      | -s =x has no name before the =",
                "plot -f EMPTY                                         | which run?",
                "plot -f nowhere -d EMPTY                              | '--data'",
                "plot -f nowhere -o EMPTY                              | '--output'",
                "plot-list -d EMPTY                                    | '--data'",
                "plot-list -d SPEC                                     | there is no folder",
                "retro EMPTY                                           | which run? name its folder",
                "retro SPEC                                            | there is no folder",
                "--job EMPTY                                           | '--job'",
                "--job TEMP                                            | is a folder; name a file in it",
                "--job /dev/zero                                       | is a device, a pipe or a socket",
            })
    void whateverIsWrongIsNamed(String words, String message) {
        assertRefused(command(words), message);
    }

    @Test
    void whatAModeDoesNotUseIsRefused() {
        for (String flag : List.of("--gif TEMP/x.gif", "--episodes 3", "--stochastic")) {
            for (String mode : List.of("dev", "train", "train@latest")) {
                assertRefused(
                        command("run SPEC ppo %s %s -d %s".formatted(mode, flag, data)),
                        "%s is for enjoy@".formatted(flag.split(" ", 2)[0]));
            }
        }
        for (String flag : List.of(
                "--max-frame 9",
                "--max-session 1",
                "--threads 1",
                "--state-seconds 1",
                "--quiet",
                "--profile",
                "--log-level DEBUG")) {
            assertRefused(
                    command("run SPEC ppo enjoy@nowhere " + flag),
                    "%s is not for enjoy@".formatted(flag.split(" ", 2)[0]));
        }
    }

    @Test
    void aResumedRunKeepsWhatItBeganWith() {
        String run = "run SPEC ppo train%s -d " + data + " --quiet";
        assertThat(command(run.formatted("") + " --seed 3").code()).isZero();
        RunFolder folder = RunFolder.latest(Path.of(data), "ppo").orElseThrow();
        for (String which : List.of("latest", folder.path().toString())) {
            String again = run.formatted("@" + which);
            assertThat(command(again + " --seed 3 --max-frame 400 --max-session 1")
                            .code())
                    .isZero();
            CommandResult result = command(again + " --seed 4 --max-session 2");
            assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.err())
                    .contains(
                            "--seed    3 → 4; a run keeps its seed",
                            "meta.max_session    1 → 2; cannot change in a run that has begun");
        }
    }

    @Test
    void aFileWithoutSpecsIsNamed() throws IOException {
        for (String text : List.of("", "{}", "{\"_helper\": {}}")) {
            String file = Files.writeString(temp.resolve("empty.json"), text).toString();
            CommandResult check = CommandResult.of("check", file);
            assertThat(check.out()).contains("✗ " + file, text.isEmpty() ? "is empty" : "has no specs");
            assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
            assertRefused(CommandResult.of("run", file), file, text.isEmpty() ? "is empty" : "has no specs");
        }
    }

    @Test
    void fewerFramesThanOneStepOfAllEnvsAreRefused() throws IOException {
        for (String meta : List.of("", "\"distributed\": \"synced\", \"max_session\": 4")) {
            String env = meta.isEmpty() ? "\"max_frame\": 3" : "\"max_frame\": 15";
            String text = TinySpecs.text("ppo", env, meta).replaceFirst("\"distributed\": false, \"dist", "\"dist");
            String file = Files.writeString(temp.resolve("few.json"), text).toString();
            String message = meta.isEmpty()
                    ? "is 3; needs at least num_envs = 4, one step of every env"
                    : "is 15; needs at least max_session · num_envs = 16";
            CommandResult check = CommandResult.of("check", file);
            assertThat(check.out()).contains("env.max_frame    " + message, "1 spec: 1 wrong");
            assertRefused(CommandResult.of("run", file, "ppo", "train", "-d", data), "env.max_frame    " + message);
        }
        assertRefused(
                command("run SPEC ppo train -d %s --max-frame 3".formatted(data)),
                "env.max_frame    is 3; needs at least");
    }

    @Test
    void moreWorkersThanThreadsAreRefused() throws IOException {
        String text = TinySpecs.text("ppo", "\"max_frame\": 100000000", "\"max_session\": 100000")
                .replace("\"distributed\": false", "\"distributed\": \"shared\"");
        String file = Files.writeString(temp.resolve("many.json"), text).toString();
        assertRefused(
                CommandResult.of("run", file, "ppo", "train", "-d", data),
                "meta.max_session    is 100000; workers run at once, each on a thread: needs at most 1024");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe.json", "circle.json", "nowhere.json", "through/ppo.json"})
    void aSpecThatIsNoFileIsRefused(String name) throws Exception {
        SpecialFiles.namedPipe(temp.resolve("pipe.json"));
        SpecialFiles.circle(temp.resolve("circle.json"));
        SpecialFiles.circle(temp.resolve("through"));
        Files.createSymbolicLink(temp.resolve("nowhere.json"), Path.of("gone.json"));
        String file = temp.resolve(name).toString();
        assertRefused(CommandResult.of("run", file, "ppo", "train", "-d", data), file);
        CommandResult check = CommandResult.of("check", file);
        assertThat(check.out()).contains("✗ " + file, "1 spec: 1 wrong");
        assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
    }

    @Test
    void aFolderThatHoldsItselfIsCheckedOnce() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("specs"));
        TinySpecs.file(folder, "a2c", "", "");
        Files.createSymbolicLink(folder.resolve("more"), temp.resolve("others"));
        TinySpecs.file(Files.createDirectory(temp.resolve("others")), "sac", "", "");
        Files.createSymbolicLink(folder.resolve("self"), folder);
        SpecialFiles.circle(folder.resolve("circle"));
        CommandResult check = CommandResult.of("check", folder.toString());
        assertThat(check.out())
                .contains("✓ " + folder.resolve("a2c.json"), "✓ " + folder.resolve("more/sac.json"))
                .contains("2 specs: 2 right and runnable here");
        assertThat(check.err())
                .contains("skipped %s: a link to a folder that holds it".formatted(folder.resolve("self")));
        assertThat(check.code()).isZero();
    }

    @Test
    void aFolderThatMayNotBeReadIsNamed() throws Exception {
        assumeFalse("root".equals(System.getProperty("user.name")), "root may read anything");
        Path closed = Files.createDirectories(temp.resolve("specs/closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        try {
            assertRefused(
                    CommandResult.of("check", temp.resolve("specs").toString()),
                    "cannot read %s: permission denied".formatted(closed));
            assertRefused(CommandResult.of("check", closed.toString()), "cannot read %s".formatted(closed));
            assertRefused(CommandResult.of("plot-list", "-d", closed.toString()), "cannot read %s".formatted(closed));
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aSpecCanComeFromStandardInput() throws Exception {
        String tabs = Files.readString(Path.of(spec)).replace("  ", "\t"); // YAML would not take them
        Path json = Files.writeString(temp.resolve("tabs.txt"), tabs);
        List<String> shell = List.of("sh", "-c", "exec \"$@\" <\"$0\"", json.toString());
        CommandResult check = ChildJvm.start(temp, Map.of(), shell, List.of(), "check", "/dev/stdin")
                .result();
        assertThat(check.out()).contains("✓ /dev/stdin ppo", "1 spec: 1 right and runnable here");
        assertThat(check.code()).isZero();
    }

    @Test
    void aFileOnTheClassPathThatIsNoJarIsNamed() throws Exception {
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path text = Files.writeString(temp.resolve("text.jar"), "no jar");
        for (String content : List.of("no jar", "PK\3\4 half of one", "")) {
            Files.writeString(text, content);
            CommandResult result = ChildJvm.start(
                            temp,
                            Map.of(),
                            List.of(),
                            List.of("-cp", classes + File.pathSeparator + text),
                            "list",
                            "envs")
                    .result();
            assertThat(result.err())
                    .contains("slm-lab: --classpath: " + text + " is no jar")
                    .doesNotContain("\tat ");
            assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.out()).isEmpty();
        }
    }

    @Test
    void aNameThatTheLocaleCannotWriteIsNamed() throws Exception {
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "needs to hand over such a name");
        assumeTrue("Linux".equals(System.getProperty("os.name")), "elsewhere every locale has all letters");
        for (String[] args : new String[][] {{"größe.json"}, {"check", spec, "--json", "größe.json"}}) {
            CommandResult result =
                    ChildJvm.start(temp, Map.of("LC_ALL", "C"), args).result();
            assertThat(result.err()).contains("LC_ALL=C.UTF-8").doesNotContain("\tat ", "Exception");
            assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        }
    }

    @Test
    void moreThanTheMemoryHoldsIsToldInALine() throws Exception {
        CommandResult result = ChildJvm.start(
                        temp,
                        Map.of(),
                        List.of(),
                        List.of("-Xmx40m"),
                        "env",
                        "rollout",
                        "CartPole-v1",
                        "--steps",
                        "5000000",
                        "--json",
                        temp.resolve("x.json").toString())
                .result();
        assertThat(result.err())
                .contains("out of memory", "SLM_LAB_JAVA_OPTS=-Xmx")
                .doesNotContain("\tat ");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(temp).isDirectoryNotContaining("glob:**x.json*");
    }

    @Test
    void envVariablesAreCheckedAsTheirFlagsAre() throws Exception {
        Map<String, String> variables = Map.of(
                "THREADS", "threads is 0; needs 1 to 1024",
                "STATE_SECONDS", "state_seconds is NaN; needs a finite number");
        Map<String, String> values = Map.of("THREADS", "0", "STATE_SECONDS", "NaN");
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            CommandResult result = ChildJvm.start(
                            temp,
                            Map.of(variable.getKey(), String.valueOf(values.get(variable.getKey()))),
                            spec,
                            "ppo",
                            "train",
                            "-d",
                            data)
                    .result();
            assertThat(result.err()).contains(variable.getValue()).doesNotContain("\tat ");
            assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        }
        assertThat(Path.of(data)).doesNotExist();
    }
}
