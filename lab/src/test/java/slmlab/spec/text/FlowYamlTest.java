package slmlab.spec.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.spec.SpecFile;

/// `${var}` in the flow style of YAML, filled and not filled.
class FlowYamlTest {
    private static final String TEXT = """
            ppo:
              env: {name: ${env}, num_envs: ${n}, "max_frame": "${frames}"}
              list: [${n}, 2, ${n}]
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private SpecFile read(Map<String, String> vars) throws IOException {
        return SpecFile.read(Files.writeString(temp.resolve("flow.yaml"), TEXT), vars);
    }

    @Test
    void aVariableIsFilled() throws IOException {
        Map<String, ?> spec =
                read(Map.of("env", "CartPole-v1", "n", "4", "frames", "1000")).raw("ppo");
        assertThat(spec.get("env")).isEqualTo(Map.of("name", "CartPole-v1", "num_envs", 4, "max_frame", 1000));
        assertThat(spec.get("list")).isEqualTo(List.of(4, 2, 4));
    }

    @Test
    void aVariableThatIsNotFilledIsNamedAtItsPlace() throws IOException {
        SpecFile file = read(Map.of("env", "CartPole-v1"));
        assertThat(file.unset("ppo"))
                .containsExactly(
                        new Problem("env.num_envs", "needs -s n=…"),
                        new Problem("env.max_frame", "needs -s frames=…"),
                        new Problem("list[0]", "needs -s n=…"),
                        new Problem("list[2]", "needs -s n=…"));
        assertThat(file.raw("ppo").get("list")).isEqualTo(List.of("${n}", 2, "${n}"));
    }
}
