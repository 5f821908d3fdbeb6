package slmlab.cli.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.env.Envs;
import slmlab.metric.Baselines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EnvBaselineCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void theTableHoldsWhatTheCommandComputes() {
        Path file = temp.resolve("baselines.json");
        CommandResult result =
                CommandResult.of("env", "baseline", "CartPole-v1", "Taxi-v3", "--write", file.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        JsonNode written = JsonMapper.shared().readTree(file.toFile()).get("envs");
        for (String env : List.of("CartPole-v1", "Taxi-v4")) { // Taxi-v3 is an older name
            Baselines.Baseline kept = Baselines.of(env).orElseThrow();
            assertThat(written.get(env).get("mean").asDouble()).isEqualTo(kept.mean());
            assertThat(written.get(env).get("std").asDouble()).isEqualTo(kept.std());
            assertThat(written.get(env).get("episodes").asInt()).isEqualTo(100);
        }
    }

    @Test
    void everyEnvIsInTheTable() {
        assertThat(Envs.all())
                .allSatisfy(entry -> assertThat(Baselines.of(entry.id()))
                        .as(
                                "%s: run slm-lab env baseline %s --write lab/src/main/resources/slmlab/metric/random_baselines.json"
                                        .formatted(entry.id(), entry.id()))
                        .isPresent());
    }

    @ParameterizedTest
    @CsvSource({
        "env baseline CartPole-v7,               no env CartPole-v7; did you mean",
        "env baseline CartPole-v1 --episodes 0,  --episodes is 0; needs 1 to 1000000",
        "env baseline CartPole-v1 --episodes 2 --write /none/x.json, there is no folder /none",
    })
    void wrongInputIsNamedAndEndsWith2(String command, String message) {
        CommandResult result = CommandResult.of(command.split(" ", -1));
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(message);
    }
}
