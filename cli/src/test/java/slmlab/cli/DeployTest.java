package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The files of `deploy/`, checked by their own tools as far as those are installed.
@Tag("slow")
class DeployTest {

    @Test
    void everyFilePassesItsToolsDryRun() throws IOException, InterruptedException {
        Path script = Path.of("..", "scripts", "check-deploy");
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs bash");
        Process check = new ProcessBuilder("/bin/bash", script.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
        assertThat(said).contains("ok       slurm.sh: bash -n").doesNotContain("wrong");
    }
}
