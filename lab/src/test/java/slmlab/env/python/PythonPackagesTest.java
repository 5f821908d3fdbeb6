package slmlab.env.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonPackagesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path environment(String name) throws IOException {
        Files.createDirectories(temp.resolve(name).resolve("lib/python3.11/site-packages/gymnasium"));
        return temp.resolve(name);
    }

    @Test
    void anEnvironmentThatIsNoneIsSaidAndNoOtherTakesItsPlace() throws IOException {
        environment("home/.venv/lab");
        String home = temp.resolve("home").toString();
        PythonPackages packages = PythonPackages.of(Map.of("SLM_LAB_VENV", "/nonexistent"), home, PythonPackages.OURS);
        assertThat(packages.problem())
                .hasValue("SLM_LAB_VENV is /nonexistent, which is no Python environment (a folder with"
                        + " lib/python3.x); set it right, or unset it");
        assertThatThrownBy(() -> packages.find("gymnasium"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(packages.problem().orElseThrow());
        assertThatThrownBy(() -> packages.python("gymnasium")).hasMessageContaining("/nonexistent");
    }

    @Test
    void theNamedEnvironmentGoesBeforeTheLabs() throws IOException {
        environment("home/.venv/lab");
        Path named = environment("named");
        String home = temp.resolve("home").toString();
        PythonPackages packages =
                PythonPackages.of(Map.of("SLM_LAB_VENV", named.toString()), home, PythonPackages.OURS);
        assertThat(packages.problem()).isEmpty();
        assertThat(packages.find("gymnasium").orElseThrow()).startsWith(named);
        assertThat(PythonPackages.of(Map.of(), home, PythonPackages.OURS)
                        .find("gymnasium")
                        .orElseThrow())
                .startsWith(temp.resolve("home"));
    }

    @Test
    void aBlankNameIsNone() {
        assertThat(PythonPackages.of(Map.of("SLM_LAB_VENV", " "), null, PythonPackages.OURS)
                        .problem())
                .isEmpty();
    }

    @Test
    void theOlderNamesAreFoundAfterTheNewOnes() throws IOException {
        Path older = environment("home/.venv/worlds");
        String home = temp.resolve("home").toString();
        assertThat(PythonPackages.of(Map.of(), home, PythonPackages.OURS).find("gymnasium"))
                .get()
                .matches(found -> found.startsWith(older));
        Path newer = environment("home/.venv/lab");
        assertThat(PythonPackages.of(Map.of(), home, PythonPackages.OURS).find("gymnasium"))
                .get()
                .matches(found -> found.startsWith(newer));
        Path named = environment("named");
        Path named2 = environment("named2");
        assertThat(PythonPackages.of(Map.of("SLM_LAB_WORLDS", named.toString()), null, PythonPackages.OURS)
                        .find("gymnasium"))
                .get()
                .matches(found -> found.startsWith(named));
        Map<String, String> both = Map.of("SLM_LAB_WORLDS", named.toString(), "SLM_LAB_VENV", named2.toString());
        assertThat(PythonPackages.of(both, null, PythonPackages.OURS).find("gymnasium"))
                .get()
                .matches(found -> found.startsWith(named2));
    }
}
