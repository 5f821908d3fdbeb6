package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.env.Envs;

class ListCommandTest {

    @Test
    void envsHaveALineEachInTheOrderTheyWereAdded() {
        CommandResult result = CommandResult.of("list", "envs");
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.err()).isEmpty();
        List<String> ids = result.out()
                .lines()
                .skip(1)
                .takeWhile(line -> !line.isEmpty()) // environments outside the JVM follow
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
        assertThat(ids)
                .isEqualTo(Envs.all().stream().map(Envs.Entry::id).toList())
                .contains("CartPole-v1");
    }

    @Test
    void aLineTellsSpacesAndTimeLimitInColumns() {
        List<String> lines = CommandResult.of("list", "envs").out().lines().toList();
        String line = lines.stream()
                .filter(l -> l.startsWith("CartPole-v1 "))
                .findFirst()
                .orElseThrow();
        assertThat(line).matches("CartPole-v1 +Box\\(.*\\[4].* +Discrete\\(2\\) +500");
        int limit = lines.getFirst().indexOf("TIME LIMIT");
        assertThat(line.substring(limit)).isEqualTo("500");
    }

    @Test
    void olderIdsStandInTheLineOfTheNewOne() {
        assertThat(CommandResult.of("list", "envs").out().lines())
                .anyMatch(line -> line.startsWith("Taxi-v4 ") && line.endsWith(" 200         Taxi-v3"))
                .noneMatch(line -> line.startsWith("Taxi-v3"));
    }

    @Test
    void withoutAKindItListsAll() {
        assertThat(CommandResult.of("list").out())
                .contains(CommandResult.of("list", "envs").out())
                .contains("\nPPO ", "\nMLPNet ", "\nOnPolicyReplay ");
    }

    @ParameterizedTest
    @CsvSource({
        "env,     unknown kind 'env'; did you mean envs?",
        "planets, 'unknown kind ''planets''; known: algorithms, nets, memories, envs, wrappers, specs, runs, or one algorithm or net; run folders on a hub: slm-lab pull --list planets'",
        "ppo,     unknown kind 'ppo'; did you mean PPO?",
    })
    void anUnknownKindIsNamedAndEndsWith2(String kind, String message) {
        CommandResult result = CommandResult.of("list", kind);
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines()).containsExactly("slm-lab list: " + message, "Try slm-lab list --help");
    }
}
