package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The archive of classes that a build of the launcher leaves. Its absence costs a start and nothing else, so nobody
/// would notice.
@Tag("slow")
class ClassArchiveTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aBuildLeavesAnArchiveThatTheNextStartUses() throws IOException, InterruptedException {
        assumeTrue(
                Files.exists(ROOT.resolve(".slm-lab/app")),
                "skipped: ./slm-lab has not been built here; any command of it builds it");
        Path loaded = temp.resolve("loaded.txt");
        ProcessBuilder launcher = new ProcessBuilder(ROOT.resolve("slm-lab").toString(), "run", "--help");
        launcher.environment().put("SLM_LAB_JAVA_OPTS", "-Xlog:class+load:file=" + loaded);
        Process process = launcher.redirectErrorStream(true)
                .redirectOutput(temp.resolve("output.txt").toFile())
                .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue(); // builds first where sources changed
        assertThat(process.exitValue()).isZero();

        assertThat(Files.readAllLines(loaded))
                .filteredOn(line -> line.contains(" slmlab.cli.Main "))
                .singleElement()
                .asString()
                .endsWith("source: shared objects file (top)");
    }
}
