package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;

/// What a person sees of an audit, and how it ends.
class SpecAuditCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aGoodSpecShowsItsLayers() {
        Path json = temp.resolve("audit.json");
        CommandResult result =
                CommandResult.of("spec", "audit", "../spec/ppo/cartpole.json", "--json", json.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out())
                .contains("ppo_cartpole: PPO on CartPole-v1")
                .containsPattern("net.model.2.weight +\\[64, 64] +\\[64] +4,096 ")
                .contains("9,155 learned (net 4,610, critic_net 4,545)")
                .contains("✓ every weight got a finite gradient and changed");
        Map<?, ?> written = JsonFile.read(json, Map.class);
        assertThat(written.get("ok")).isEqualTo(true);
        assertThat(written.get("parameters")).isEqualTo(9155);
        assertThat((List<?>) written.get("weights")).hasSize(12);
        assertThat((List<?>) written.get("findings")).isEmpty();
    }

    @Test
    void aFrozenNetIsAFindingOfItsOwnExitCode() {
        CommandResult result =
                CommandResult.of("spec", "audit", "../spec/ppo/cartpole.json", "ppo_cartpole", "-s", "lr=0");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(result.out())
                .contains("✗ 12 weights: got a gradient and did not change in 10 updates: its learning rate is 0")
                .contains("    critic_net.tails.0.bias");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ../spec/ppo/cartpole.json ppo_cartpol             | has no spec 'ppo_cartpol'
            ../spec/ppo/nix.json                              | nix.json
            ../spec/ppo/cartpole.json -s gama=1               | gama
            ../spec/ppo/cartpole.json -s gamma=2              | agent.algorithm.gamma
            ../spec/ppo/cartpole.json -s env.name=Nowhere-v0  | Nowhere-v0
            ../spec/sac/pendulum.yaml                         | name one
            ../spec/demo.json --json=                         | --json
            """)
    void wrongInputEndsWith2(String words, String message) {
        CommandResult result = CommandResult.of(("spec audit " + words).split(" +"));
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(message).doesNotContain("Exception");
    }
}
