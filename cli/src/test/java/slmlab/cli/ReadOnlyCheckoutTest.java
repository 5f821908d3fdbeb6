package slmlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.TinySpecs;

/// A checkout that somebody else has built and that cannot be written to: the launcher and a run in it.
///
/// Nobody but root may write to a folder without the right to; for root the folder is mounted once more, read-only.
@Tag("slow")
class ReadOnlyCheckoutTest {
    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path checkout = Path.of("");
    private String spec = "";

    @BeforeEach
    void build() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        Path project = Files.exists(here.resolve("slm-lab"))
                ? here
                : here.resolveSibling(".").normalize();
        checkout = temp.resolve("checkout");
        Path app = Files.createDirectories(checkout.resolve(".slm-lab/app/1/lab"));
        Files.createDirectories(checkout.resolve("scripts"));
        for (String script : List.of("slm-lab", "scripts/tools.sh")) {
            Files.copy(project.resolve(script), checkout.resolve(script));
        }
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        new JarOutputStream(Files.newOutputStream(app.resolve("lab.jar")), new Manifest())
                .close(); // empty: the classes of this test come as jars of the user's
        Files.writeString(checkout.resolve(".slm-lab/jdk"), System.getProperty("java.home") + "\n");
        Files.writeString(checkout.resolve(".slm-lab/built"), "1\n");
        spec = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "").toString();
        if (ROOT) {
            assumeTrue(run("true").code() == 0, "skipped: nothing can be mounted here");
        } else {
            setWritable(false);
        }
    }

    @AfterEach
    void release() throws IOException {
        if (!ROOT) {
            setWritable(true); // so that JUnit can delete it
        }
    }

    private void setWritable(boolean writable) throws IOException {
        try (Stream<Path> files = Files.walk(checkout)) {
            files.forEach(
                    file -> assertThat(file.toFile().setWritable(writable)).isTrue());
        }
    }

    /// Runs a command in the checkout.
    private CommandResult run(String command) throws Exception {
        String readOnly = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && ";
        List<String> words =
                ROOT ? List.of("unshare", "-m", "bash", "-c", readOnly + command) : List.of("bash", "-c", command);
        Path out = temp.resolve("out.txt");
        Path err = temp.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(checkout.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("HOME");
        builder.environment().remove("JAVA_HOME");
        builder.environment()
                .put(
                        "SLM_LAB_CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new CommandResult(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }

    private static List<String> told(CommandResult result) {
        return result.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: Using incubator modules"))
                .toList();
    }

    @Test
    void trainsWithADataFolderElsewhere() throws Exception {
        Path data = temp.resolve("data");
        CommandResult result = run("./slm-lab run '" + spec + "' ppo train -d '" + data + "'");
        assertThat(told(result)).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("trial_metrics: ");
        assertThat(data).isNotEmptyDirectory();
    }

    @Test
    void saysThatItsOwnDataFolderCannotBeMade() throws Exception {
        CommandResult result = run("./slm-lab run '" + spec + "' ppo train");
        assertThat(told(result))
                .singleElement()
                .asString()
                .startsWith("slm-lab run: cannot create a run folder for ppo in data: ");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(new File(checkout.toFile(), "data")).doesNotExist();
    }
}
