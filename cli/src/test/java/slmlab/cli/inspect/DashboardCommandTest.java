package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;

/// `slm-lab dashboard` with wrong input, and `--dashboard` on a run.
class DashboardCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aPortInUseIsRefused() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandResult result =
                    CommandResult.of("dashboard", temp.toString(), "--port", Integer.toString(other.getLocalPort()));
            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err())
                    .startsWith(
                            "slm-lab dashboard: port %s is in use; choose another with --port, 0 for any that is free"
                                    .formatted(other.getLocalPort()))
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void aFolderThatHoldsNoRunsIsRefused() throws IOException {
        CommandResult missing =
                CommandResult.of("dashboard", temp.resolve("nowhere").toString());
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("there is no folder %s/nowhere".formatted(temp));
        Path file = Files.writeString(temp.resolve("file.txt"), "text");
        CommandResult noFolder = CommandResult.of("dashboard", file.toString());
        assertThat(noFolder.code()).isEqualTo(2);
        assertThat(noFolder.err()).contains("there is no folder");
        CommandResult other = CommandResult.of("dashboard", temp.toString());
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("is neither a run folder nor a folder of run folders");
    }

    @Test
    void aPortThatCannotBeIsRefused() {
        CommandResult result = CommandResult.of("dashboard", temp.toString(), "--port", "70000");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--port is 70000; needs 0 to 65535");
    }

    @Test
    void aRunSaysOnceWhereItsPageIs() {
        Path spec = TinySpecs.file(temp, "ppo", "", "");
        CommandResult result = CommandResult.of(
                spec.toString(),
                "ppo",
                "train",
                "--dashboard",
                "-d",
                temp.resolve("data").toString(),
                "--quiet",
                "-s",
                "gamma=0.9,0.99");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()
                        .lines()
                        .filter(line -> line.startsWith("dashboard  "))
                        .toList())
                .singleElement()
                .asString()
                .matches("dashboard {2}http://127\\.0\\.0\\.1:\\d+/#/run/ppo_\\S+ {2}\\(until this process ends\\)");
    }

    @Test
    void watchingHasNoDashboard() {
        CommandResult result = CommandResult.of("ppo/cartpole.json", "ppo_cartpole", "enjoy@latest", "--dashboard");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--dashboard is not for enjoy@");
    }
}
