package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// Folders and files that are not as they should be: a line or two, no stack trace, exit code 1 or 2.
class FailureCommandTest {

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

    private RunFolder trained() {
        assertThat(CommandResult.of("run", spec, "ppo", "train", "-d", data, "--quiet")
                        .code())
                .isZero();
        return RunFolder.latest(Path.of(data), "ppo").orElseThrow();
    }

    private static void assertTold(CommandResult result, int code, String... words) {
        assertThat(result.err()).contains(words).doesNotContain("\tat ");
        assertThat(result.code()).isEqualTo(code);
    }

    @Test
    void aDataFolderThatCannotBeWrittenTo() throws IOException {
        Path file = Files.writeString(temp.resolve("data"), "a file, so no folder can be made in it");
        assertTold(
                CommandResult.of(
                        "run", spec, "ppo", "train", "-d", file.resolve("runs").toString()),
                Cli.FAILED,
                "cannot create a run folder for ppo in " + file);
        Path readOnly = Path.of("/proc/self"); // not even root makes a folder there
        assumeTrue(Files.isDirectory(readOnly), "skipped in part: there is no /proc");
        assertTold(
                CommandResult.of("run", spec, "ppo", "train", "-d", readOnly.toString()),
                Cli.FAILED,
                "cannot create a run folder for ppo in " + readOnly);
    }

    @Test
    void weightsThatAreDamagedOrGone() throws IOException {
        RunFolder folder = trained();
        String enjoy = "enjoy@" + folder.path();
        byte[] bytes = Files.readAllBytes(folder.bestModel(0));
        Files.write(folder.bestModel(0), java.util.Arrays.copyOf(bytes, bytes.length - 10));
        assertTold(
                CommandResult.of("run", "S", "N", enjoy),
                Cli.WRONG_INPUT,
                folder.bestModel(0).toString());
        assertTold(
                CommandResult.of("eval", folder.path().toString(), "--best"),
                Cli.WRONG_INPUT,
                folder.bestModel(0).toString());
        Files.writeString(folder.bestModel(0), "no weights at all");
        assertTold(
                CommandResult.of("run", "S", "N", enjoy),
                Cli.WRONG_INPUT,
                folder.bestModel(0).toString());
        Files.delete(folder.bestModel(0));
        assertTold(
                CommandResult.of("eval", folder.path().toString(), "--best"), Cli.WRONG_INPUT, "there are no weights");
        Files.delete(folder.model(0)); // enjoy would play it in place of the best
        assertTold(CommandResult.of("run", "S", "N", enjoy), Cli.WRONG_INPUT, "there are no weights");
    }

    @Test
    void weightsOfAnotherNet() throws IOException {
        RunFolder folder = trained();
        String text = Files.readString(folder.spec());
        Files.writeString(folder.spec(), text.replace("\"hid_layers\" : [ 8 ]", "\"hid_layers\" : [ 9 ]"));
        assertThat(Files.readString(folder.spec())).isNotEqualTo(text);
        assertTold(CommandResult.of("eval", folder.path().toString()), Cli.WRONG_INPUT, "net.");
        CommandResult resumed = CommandResult.of("run", folder.spec().toString(), "ppo", "train@" + folder.path());
        assertTold(resumed, Cli.FAILED, "the run failed: session 0: ");
    }

    @Test
    void aFolderThatIsNoRun() throws IOException {
        RunFolder folder = trained();
        Files.delete(folder.provenance());
        assertTold(
                CommandResult.of("run", spec, "ppo", "train@" + folder.path()),
                Cli.WRONG_INPUT,
                "there is no file " + folder.provenance());
        assertTold(
                CommandResult.of("run", spec, "ppo", "train@" + temp),
                Cli.WRONG_INPUT,
                "is not a run folder: it holds no {spec_name}_spec.json");
        Files.delete(folder.spec());
        assertTold(
                CommandResult.of("eval", folder.path().toString()),
                Cli.WRONG_INPUT,
                folder.spec().toString());
    }

    @Test
    void aFolderThatSomebodyTrainsIn() throws IOException {
        RunFolder folder = trained();
        Path lock = folder.path().resolve(".lock");
        try (FileChannel other = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock _ = other.lock()) {
            assertTold(
                    CommandResult.of("run", spec, "ppo", "train@" + folder.path()),
                    Cli.WRONG_INPUT,
                    "another process trains in this folder");
        }
        assertThat(CommandResult.of("run", spec, "ppo", "train@" + folder.path())
                        .code())
                .isEqualTo(Cli.DONE);
    }

    @Test
    void aPlaceForJsonThatIsNotThere() {
        String nowhere = temp.resolve("no/such/findings.json").toString();
        assertTold(CommandResult.of("check", spec, "--json", nowhere), Cli.WRONG_INPUT, "there is no folder");
        assertTold(
                CommandResult.of("eval", trained().path().toString(), "--episodes", "1", "--json", nowhere),
                Cli.WRONG_INPUT,
                "there is no folder");
    }
}
