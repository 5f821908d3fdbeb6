package slmlab.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The files of `.dstack` as dstack's own package reads them, with the limits that SLM-Lab's have.
///
/// Python is the one that `SLM_LAB_DSTACK` names, or else the project's `.venv/dstack/bin/python`.
@Tag("python")
class DstackFilesTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @Test
    void dstackReadsThemWithTheseLimits() throws Exception {
        String python = Optional.ofNullable(System.getenv("SLM_LAB_DSTACK"))
                .orElse(HOME.resolve(".venv/dstack/bin/python").toString());
        assumeTrue(
                Files.isExecutable(Path.of(python)),
                "needs the Python of scripts/python-env dstack, or SLM_LAB_DSTACK=…");
        Process process = new ProcessBuilder(
                        python,
                        "src/test/python/dstack_peer.py",
                        HOME.resolve(".dstack").toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as(lines.toString()).isZero();
        // file, CPUs, memory, GPUs of memory, dollars an hour, seconds, spot, retried on, for seconds
        assertThat(lines)
                .containsExactly(
                        "run-cpu-search.yml task 8.. 16GB.. 0.. - 0.3 14400 - no-capacity 3600",
                        "run-cpu-train.yml task 2.. 4GB.. 0.. - 0.15 14400 - no-capacity 3600",
                        "run-gpu-search.yml task 2.. 20GB.. 1 - 0.25 21600 - no-capacity 3600",
                        "run-gpu-train.yml task 2.. 32GB.. 1 20GB.. 0.5 21600 auto no-capacity 3600");
    }
}
