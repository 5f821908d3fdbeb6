package slmlab.spec;

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
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;

class ArcFilesTest {
    private static final Map<String, Object> ARC = Map.of(
            "modules", Map.of("body", Map.of("LazyLinear", Map.of("out_features", 4))),
            "graph", Map.of("input", "x", "modules", Map.of("body", List.of("x")), "output", "body"));
    private static final String JSON = """
            {"modules": {"body": {"LazyLinear": {"out_features": 4}}},
             "graph": {"input": "x", "modules": {"body": ["x"]}, "output": "body"}}
            """;
    private static final String YAML = """
            modules:
              body:
                LazyLinear: {out_features: 4}
            graph: {input: x, modules: {body: [x]}, output: body}
            """;

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    private AgentSpec agent(String net) throws IOException {
        Path file = Files.createDirectories(folder.resolve("spec/ppo")).resolve("a.yaml");
        Files.writeString(file, """
                s:
                  agent: {name: a, algorithm: {}, memory: {}, net: {type: TorchArcNet, %s}}
                  env: {name: E, max_frame: 1}
                  meta: {distributed: false, max_session: 1}
                """.formatted(net));
        return SpecFile.read(file, Map.of()).spec("s", problems).agent();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    @ParameterizedTest
    @CsvSource({
        "spec/ppo/net.json, net.json",
        "spec/ppo/net.yaml, net.yaml",
        "spec/arcs/net.yml, ../arcs/net.yml",
        "spec/arcs/net.yaml, arcs/net.yaml",
        "spec/arcs/net.yaml, spec/arcs/net.yaml"
    })
    void itIsReadBesideTheSpecOrAboveIt(String place, String given) throws IOException {
        write(place, place.endsWith("json") ? JSON : YAML);
        assertThat(agent("arc_file: " + given).net()).isEqualTo(Map.of("type", "TorchArcNet", "arc", ARC));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void itIsReadInTheWorkingDirectory() throws IOException {
        write("net.yaml", YAML);
        Path given = Path.of("").toAbsolutePath().relativize(folder.resolve("net.yaml"));
        assertThat(agent("arc_file: " + given).net()).containsEntry("arc", ARC);
    }

    @Test
    void actorAndCriticMayHaveSeparateFiles() throws IOException {
        write("spec/ppo/net.yaml", YAML);
        assertThat(agent("actor_arc_file: net.yaml, critic_arc_file: net.yaml").net())
                .isEqualTo(Map.of("type", "TorchArcNet", "actor_arc", ARC, "critic_arc", ARC));
    }

    @Test
    void aPathWithAnUnsetVariableIsReportedElsewhere() throws IOException {
        agent("arc_file: \"${env}.yaml\"");
        assertThat(problems.list()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nowhere.yaml | is nowhere.yaml, which was not found; searched ",
                "broken.yaml  | is broken.yaml, which is not valid YAML: line 1, column 9: ",
                "list.json    | is list.json, which contains a list; an arc has modules and graph",
                "net.txt      | is net.txt, which is neither .json nor .yaml; rename it to what it is"
            })
    void aFileWithoutAnArcIsAProblem(String given, String message) throws IOException {
        write("spec/ppo/broken.yaml", "a: [b: c: d");
        write("spec/ppo/list.json", "[1]");
        write("spec/ppo/net.txt", YAML);
        agent("arc_file: " + given);
        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("agent.net.arc_file");
            assertThat(problem.message()).startsWith(message);
        });
    }

    @Test
    void anArcBesideItIsAProblem() throws IOException {
        write("spec/ppo/net.yaml", YAML);
        agent("arc_file: net.yaml, arc: {modules: {}}");
        assertThat(problems.list())
                .containsExactly(new Problem("agent.net.arc_file", "stands beside arc; keep one of them"));
    }
}
