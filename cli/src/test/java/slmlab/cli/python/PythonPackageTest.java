package slmlab.cli.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the tests of the Python package, `python/tests`, with pytest: against the wheel, in real notebooks.
@Tag("python")
class PythonPackageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void pytestPasses() throws IOException, InterruptedException {
        String python = Optional.ofNullable(System.getenv("SLM_LAB_NOTEBOOK"))
                .orElseGet(() -> ROOT.resolve(".venv/notebook/bin/python").toString());
        assumeTrue(
                Files.isExecutable(Path.of(python)),
                "needs a Python with Jupyter: scripts/python-env notebook, or SLM_LAB_NOTEBOOK=…");
        assumeTrue(
                Files.exists(ROOT.resolve(".slm-lab/app")),
                "skipped: ./slm-lab has not been built here; any command of it builds it");
        Path output = temp.resolve("output.txt");
        Process process = new ProcessBuilder(python, "-m", "pytest", "-q", "--tb=short", "--durations=5")
                .directory(ROOT.resolve("python").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(15, TimeUnit.MINUTES)).isTrue(); // builds the launcher first where sources changed
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).containsPattern("\\d+ passed").doesNotContain("skipped");
    }
}
