package slmlab.cli.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.Trait;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

class ValidateCommandTest {
    private static final Path ARCH = Path.of("../lab/src/test/resources/design/arch");
    private static final String GOOD =
            "components: [{name: x, shape: [1], low: -1, high: 1, unit: m}, {name: speed, shape: [1], low: -1, high: 1}]\n";
    private static final String DOUBTFUL = "components: [{name: x, shape: [1], low: -1, high: 1, unit: m}]\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private CommandResult validate(String text, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("design.yaml"), text);
        String[] args = Stream.concat(Stream.of("validate", "state", file.toString()), Stream.of(more))
                .toArray(String[]::new);
        return CommandResult.of(args);
    }

    @Test
    void aValidDesignHasFacts() throws IOException {
        CommandResult result = validate(GOOD);
        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("0 errors, 0 warnings").contains("flattened size: 2", "encoder: MLPNet");
    }

    @Test
    void warningsCountWhereTheyAreAskedTo() throws IOException {
        assertThat(validate(DOUBTFUL).code()).isZero();
        CommandResult strict = validate(DOUBTFUL, "--strict");
        assertThat(strict.code()).isEqualTo(Cli.FAILED);
        assertThat(strict.out()).startsWith("WARNING S12 stacking is 1").contains("0 errors, 1 warning");
    }

    /// Return the command that a design says to begin with, as words behind `slm-lab`.
    private static List<String> first(Path design) {
        CommandResult result = CommandResult.of("validate", "arch", design.toString());
        assertThat(result.code()).as(result.out()).isZero();
        String line = result.out()
                .lines()
                .filter(each -> each.startsWith("  begin with: slm-lab "))
                .findFirst()
                .orElseThrow();
        return List.of(line.replace("  begin with: slm-lab ", "")
                .replace(" spec/", " ../spec/")
                .split(" ", -1));
    }

    /// One worker of one env, a vector, and workers that share weights.
    @ParameterizedTest
    @ValueSource(strings = {"good-replay.yaml", "good-vector.yaml", "good-distributed.json"})
    void everyTopologyStartsADevRun(String design) {
        List<String> words = new ArrayList<>(first(ARCH.resolve(design)));
        assertThat(words).contains("dev");
        words.addAll(List.of("--quiet", "--max-frame", "400", "-d", folder.toString()));
        CommandResult result = CommandResult.of(words.toArray(String[]::new));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
    }

    @Test
    void everyAlgorithmWithASpecCanBeDistributed() throws IOException {
        for (String algorithm : Algorithms.ALL.names()) {
            boolean isOffPolicy = Algorithms.has(algorithm, Trait.REPLAY);
            if (List.of("Random", "HydraDQN", "DDPG").contains(algorithm)) {
                continue; // no shipped spec has them
            }
            String text = Files.readString(ARCH.resolve(isOffPolicy ? "good-sac.yaml" : "good-vector.yaml"))
                    .replaceAll("algorithm: .*", "algorithm: " + algorithm)
                    .replaceAll("topology: .*", "topology: distributed")
                    .replace("location: local", "location: shared")
                    .replace("transport: memory", "transport: rpc");
            List<String> words = new ArrayList<>(first(Files.writeString(folder.resolve("arch.yaml"), text)));
            words.set(0, "check");
            words.remove("dev");
            CommandResult result = CommandResult.of(words.toArray(String[]::new));
            assertThat(result.code()).as(words + ": " + result).isZero();
        }
    }

    @Test
    void aBlueprintThatCannotStartHereSaysWhy() {
        CommandResult device = CommandResult.of(
                "validate", "arch", ARCH.resolve("good-device.yaml").toString());
        assertThat(device.out()).contains("begin with: nothing yet: slm-lab trains on the CPU");
        CommandResult many = CommandResult.of(
                "validate", "arch", ARCH.resolve("good-distributed.json").toString());
        assertThat(many.out())
                .contains("runs as: threads of one process that share weights", "several machines are still to come")
                .contains("then: slm-lab run spec/dqn/cartpole.yaml dqn_cartpole_zoo train", "--seeds 4");
    }

    @Test
    void jsonHasTheFourKeys() throws IOException {
        CommandResult result = validate("components: 3", "--json");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(result.out())
                .startsWith("{\"valid\":false,\"errors\":[{\"code\":\"F03\",\"path\":\"components\"")
                .contains("\"warnings\":[]", "\"facts\":{}");
    }

    @Test
    void whatCannotBeReadIsWrongInput() throws IOException {
        CommandResult broken = validate("components: [");
        assertThat(broken.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(broken.err()).contains("is not valid YAML").doesNotContain("\tat ");
        CommandResult missing = CommandResult.of(
                "validate", "state", folder.resolve("none.json").toString());
        assertThat(missing.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(missing.err()).contains("does not exist");
        CommandResult kind = CommandResult.of(
                "validate", "rewards", folder.resolve("none.json").toString());
        assertThat(kind.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(kind.err()).contains("did you mean reward?");
    }
}
