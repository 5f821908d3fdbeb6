package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.EnvFamily;
import slmlab.env.Envs;
import slmlab.env.NotInstalledException;
import slmlab.env.python.PythonPackages;

/// The family on machines that lack something.
class GymnasiumTest {
    private static final Gymnasium NOTHING = new Gymnasium(new PythonPackages(List.of()));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Make an environment with a package of a version, and a python that does what a shell script says.
    private Gymnasium installed(String version, String script) throws IOException {
        Path site = Files.createDirectories(temp.resolve("lib/python3.11/site-packages"));
        Files.createDirectories(site.resolve("gymnasium"));
        Files.createDirectories(site.resolve("gymnasium-%s.dist-info".formatted(version)));
        if (!script.isEmpty()) {
            Path python = Files.createDirectories(temp.resolve("bin")).resolve("python");
            Files.writeString(python, "#!/bin/sh\n" + script);
            assertThat(python.toFile().setExecutable(true)).isTrue();
        }
        return new Gymnasium(new PythonPackages(List.of(temp)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CartPole-v1",
                "gym:CartPole-v1",
                "ale_py:ALE/Pong-v5",
                "gym:my.package:Thing-v0",
                "minigrid/A-b.c-v0"
            })
    void whatLooksLikeAnIdIsTried(String id) {
        assertThat(NOTHING.has(id)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "/a/path.xml", "${env}"})
    void whatDoesNotIsLeftToOthers(String id) {
        assertThat(NOTHING.has(id)).isFalse();
    }

    @Test
    void itIsAskedLast() {
        assertThat(Envs.families()).last().isInstanceOf(Gymnasium.class);
        assertThat(Envs.families()).extracting(EnvFamily::name).contains("playground");
        Envs.register("Own-v0", 10, _ -> {
            throw new IllegalArgumentException("ours");
        });
        try {
            assertThatThrownBy(() -> Envs.make("Own-v0", 1, Map.of())).hasMessageContaining("ours");
        } finally {
            Envs.remove("Own-v0");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Thing-v0        | Thing-v0: Gymnasium is not installed; type slm-lab setup gymnasium",
                "gym:CartPole-v1 | gym:CartPole-v1: Gymnasium is not installed; type slm-lab setup gymnasium",
                "CartPol-v1      | no env CartPol-v1; did you mean CartPole-v0 or CartPole-v1?",
            })
    void withoutGymnasiumTheLineToTypeIsSaidOrTheIdThatWasMeant(String id, String message) {
        assertThatThrownBy(() -> NOTHING.make(id, 1, Map.of(), 1))
                .isInstanceOf(NotInstalledException.class)
                .hasMessage(message);
        assertThat(message).endsWith(NOTHING.missing(id).orElseThrow());
    }

    @Test
    void itsArgumentsAreNotRandomized() {
        Map<String, ?> ranges = Map.of("randomize", Map.of("gravity", List.of(5, 15)));
        assertThatThrownBy(() -> Envs.make("gym:CartPole-v1", 1, ranges).close())
                .hasMessageContaining("randomize is for envs that are written for slm-lab");
    }

    @Test
    void anOldGymnasiumIsNamed() throws IOException {
        assertThat(installed("0.29.1", "").missing())
                .contains("Gymnasium 0.29.1 is too old, needs 1.0 or newer; type slm-lab setup gymnasium");
    }

    @Test
    void aMissingPythonIsNamed() throws IOException {
        assertThat(installed("1.4.0", "").missing().orElseThrow())
                .startsWith("Gymnasium lies in ")
                .endsWith("but there is no Python beside it; type slm-lab setup gymnasium");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo Oh; exit 3 | its worker ended with exit code 3; its last lines: Oh",
                "kill -9 $$      | its worker was ended by signal 9",
            })
    void aBrokenPythonIsNamedWithWhatItSaid(String script, String message) throws IOException {
        Gymnasium gymnasium = installed("1.4.0", script);
        assertThatThrownBy(() -> gymnasium.make("Thing-v0", 2, Map.of(), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Thing-v0: " + message);
    }

    @Test
    void aPythonThatNeverConnectsIsEnded() throws IOException {
        Gymnasium gymnasium = installed("1.4.0", "exec sleep 1000");
        assertThatThrownBy(() -> gymnasium.make("Thing-v0", 1, Map.of("worker_timeout", 0.1), 1))
                .hasMessageContaining("its worker did not answer for 1.0 s and was ended");
    }
}
