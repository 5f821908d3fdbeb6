package slmlab.cli.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.ChildJvm;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

/// `slm-lab setup` with a Python of the test's own on PATH: nothing is downloaded.
class SetupCommandTest {

    /// Makes an environment whose python notes its arguments, and fails where a file says so.
    private static final String PYTHON = """
            #!/bin/sh
            here=$(dirname "$0")
            case "$*" in
              --version) echo "Python $(cat "$here/version")" ;;
              "-m venv"*)
                [ -e "$here/novenv" ] && { echo "ensurepip is not available"; exit 1; }
                for folder in "$@"; do :; done
                mkdir -p "$folder/bin"
                { echo '#!/bin/sh'; echo "echo \\"\\$@\\" >> '$here/calls'"
                  echo "echo 'Collecting something'; echo 'noise'"
                  echo "if [ -e '$here/nopip' ]; then echo 'ERROR: No matching distribution'; exit 1; fi"
                } > "$folder/bin/python"
                chmod +x "$folder/bin/python" ;;
            esac
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private CommandResult setup(String... args) throws IOException, InterruptedException {
        List<String> flags = List.of("-Dslmlab.home=" + temp.resolve("home"));
        Files.createDirectories(temp.resolve("out"));
        return ChildJvm.start(
                        temp.resolve("out"),
                        Map.of("PATH", temp.resolve("bin") + ":/usr/bin:/bin", "PYTHON", "mypython"),
                        List.of(),
                        flags,
                        args)
                .result();
    }

    private void install(String version) throws IOException {
        Path bin = Files.createDirectories(temp.resolve("bin"));
        Path python = Files.writeString(bin.resolve("mypython"), PYTHON);
        assertThat(python.toFile().setExecutable(true)).isTrue();
        Files.writeString(bin.resolve("version"), version);
    }

    @Test
    void anEnvironmentIsMadeOnceAndAddedTo() throws IOException, InterruptedException {
        install("3.11.2");
        CommandResult first = setup("setup", "gymnasium");
        assertThat(first.err()).doesNotContain("slm-lab");
        assertThat(first.code()).isEqualTo(Cli.DONE);
        Path environment = temp.resolve("home/.venv/lab");
        assertThat(first.out().lines())
                .containsExactly(
                        "making %s with Python 3.11.2…".formatted(environment),
                        "installing gymnasium==1.4.0, numpy==2.4.6, pygame-ce==2.5.8…",
                        "  Collecting something",
                        "gymnasium is set up in " + environment);
        assertThat(setup("setup", "gymnasium").out().lines()).containsExactly("gymnasium is set up in " + environment);
        assertThat(setup("setup", "atari").out())
                .contains("installing ale-py==0.12.1, opencv-python-headless==5.0.0.93…");
        assertThat(Files.readAllLines(temp.resolve("bin/calls")))
                .filteredOn(call -> call.startsWith("-m pip install"))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("-m pip install ")
                .endsWith(" gymnasium==1.4.0 numpy==2.4.6 pygame-ce==2.5.8");
    }

    @Test
    void anEnvironmentWithoutPipIsMadeAgain() throws IOException, InterruptedException {
        install("3.11.2");
        Path bin = Files.createDirectories(temp.resolve("home/.venv/lab/bin"));
        Path python = Files.writeString(bin.resolve("python"), "#!/bin/sh\nexit 1\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        CommandResult result = setup("setup", "gymnasium");
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.DONE);
        assertThat(result.out()).startsWith("making ").contains("gymnasium is set up");
    }

    @Test
    void aPipThatFailsEndsWith1AndIsTriedAgain() throws IOException, InterruptedException {
        install("3.13.0");
        Files.createFile(temp.resolve("bin/nopip"));
        CommandResult failed = setup("setup", "mujoco");
        assertThat(failed.code()).isEqualTo(Cli.FAILED);
        assertThat(failed.err())
                .contains(
                        "slm-lab setup: setup mujoco: pip could not install gymnasium[mujoco]==1.4.0, mujoco==4.0.0: ")
                .contains("ERROR: No matching distribution");
        Files.delete(temp.resolve("bin/nopip"));
        assertThat(setup("setup", "mujoco").code()).isEqualTo(Cli.DONE);
    }

    @Test
    void aMissingPythonEndsWith2() throws IOException, InterruptedException {
        CommandResult result = setup("setup", "atari");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err())
                .contains(
                        "no mypython on PATH; install Python 3.11 or newer (Debian: apt-get install python3 python3-venv)");
    }

    @ParameterizedTest
    @CsvSource({"2.7.18", "3.8.1", "rust"})
    void aPythonThatIsTooOldEndsWith2(String version) throws IOException, InterruptedException {
        install(version);
        CommandResult result = setup("setup", "gymnasium");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("mypython is Python %s; needs Python 3.11 or newer".formatted(version));
        assertThat(temp.resolve("home")).doesNotExist();
    }

    @Test
    void aPythonWithoutVenvEndsWith2() throws IOException, InterruptedException {
        install("3.12.0");
        Files.createFile(temp.resolve("bin/novenv"));
        CommandResult result = setup("setup", "gymnasium");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("install its venv module", "ensurepip is not available");
    }

    @Test
    void anUnknownWorldIsNamed() {
        CommandResult result = CommandResult.of("setup", "mujocco");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("unknown environment 'mujocco'; did you mean mujoco?");
        assertThat(CommandResult.of("setup", "moon").err()).contains("known: mujoco, atari, gymnasium, playground");
    }
}
