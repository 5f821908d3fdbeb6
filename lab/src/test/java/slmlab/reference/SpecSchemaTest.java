package slmlab.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import slmlab.agent.algorithm.Algorithms;
import slmlab.spec.SpecFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The schema for editors, by a validator that is not ours.
class SpecSchemaTest {
    private static final com.networknt.schema.Schema SCHEMA = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12)
            .getSchema(SpecSchema.text());
    private static final String RIGHT = """
            mine:
              env: {name: CartPole-v1, num_envs: 4, max_frame: 5e4}
              agent:
                algorithm: {name: PPO, gamma: 0.99, clip_eps_spec: {start_val: 0.2}, minibatch_size: 64}
                memory: {name: OnPolicyBatchReplay}
                net: {type: MLPNet, shared: false, optim_spec: {name: Adam, lr: 0.001}}
              meta: {distributed: false, max_session: 1}
            """;

    private static Path home() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("spec")) ? here : here.resolve("..");
    }

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.walk(home().resolve("spec"))) {
            return files.filter(SpecFile::isSpecFile)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(1_000); // ppo_playground.yaml has 112
        return new Yaml(options);
    }

    private static List<String> errors(String text, boolean isJson) {
        String json = isJson ? text : JsonMapper.shared().writeValueAsString(yaml().<Object>load(text));
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everySpecThatWeShipIsRight(Path file) throws IOException {
        assertThat(errors(Files.readString(file), file.toString().endsWith(".json")))
                .isEmpty();
    }

    @Test
    void aSmallSpecIsRight() {
        assertThat(errors(RIGHT, false)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gamma: 0.99         | gama: 0.99             | gama
            gamma: 0.99         | gamma: 1.5             | maximum
            name: PPO           | name: Ppo              | enumeration
            num_envs: 4         | num_envs: 0            | minimum
            num_envs: 4         | num_envs: four         | integer
            type: MLPNet        | type: MLPNet, lam: 0.9 | lam
            {start_val: 0.2}    | {name: linear}         | enumeration
            lr: 0.001           | learning_rate: 0.001   | learning_rate
            type: MLPNet        | type: MLPNet, clip_grad_val: 0 | exclusive minimum
            gamma: 0.99,        |                        | gamma
            """)
    void whatIsWrongIsMarked(String right, String wrong, String word) {
        String text = RIGHT.replace(right, wrong == null ? "" : wrong);
        assertThat(errors(text, false)).isNotEmpty().anyMatch(error -> error.contains(word));
    }

    @Test
    void variablesAreRightEverywhere() {
        assertThat(errors(RIGHT.replace("0.99", "\"${gamma}\"").replace("num_envs: 4", "num_envs: \"${n}\""), false))
                .isEmpty();
        assertThat(errors(RIGHT.replace("num_envs: 4", "num_envs: \"${n:-4}\""), false))
                .isEmpty();
    }

    @Test
    void everyAlgorithmHasItsBranch() {
        JsonNode schema = JsonMapper.shared().readTree(SpecSchema.text());
        assertThat(schema.at("/$defs/algorithm/allOf").size())
                .isEqualTo(Algorithms.ALL.names().size());
    }
}
