package slmlab.cli.spec;

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
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;
import slmlab.file.JsonFile;

/// `slm-lab check` finds what `slm-lab run` would: keys that are right one by one and do not fit together.
class CheckCommandTest {
    private static final String MLP = "\"type\": \"MLPNet\", \"shared\": false, \"hid_layers\": [8]";
    private static final String Q_MLP = "\"type\": \"MLPNet\", \"hid_layers\": [8]";
    private static final String ARC = "\"type\": \"TorchArcNet\", \"arc\": {\"modules\": {\"body\": {\"Sequential\":"
            + " [{\"%s\": {\"in_features\": 7, \"out_features\": 8}}]}}, \"graph\": {\"input\": \"x\","
            + " \"modules\": {\"body\": [\"x\"]}, \"output\": \"body\"}}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String file(String name, String from, String to) throws IOException {
        String text = TinySpecs.text(name, "", "");
        assertThat(text).contains(from);
        return Files.writeString(temp.resolve(name + ".json"), text.replace(from, to))
                .toString();
    }

    /// Both refuse, with the same words behind the key.
    private CommandResult refused(String name, String file, String... words) {
        CommandResult check = CommandResult.of("check", file);
        assertThat(check.out()).contains(words).endsWith("1 spec: 1 wrong\n");
        assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
        Path data = temp.resolve("data");
        CommandResult run = CommandResult.of("run", file, name, "train", "-d", data.toString());
        assertThat(run.code()).as(run.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(data).doesNotExist();
        return check;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "CartPole-v1"     | "CartPol-v1"         | env.name    no env CartPol-v1; did you mean CartPole-v0 or CartPole-v1?
            "CartPole-v1"     | "LunarLandr-v3"      | env.name    no env LunarLandr-v3; did you mean LunarLander-v3?
            "CartPole-v1"     | "LunarLander-v9"     | env.name    no env LunarLander-v9; did you mean LunarLander-v3?
            "name": "PPO"     | "name": "ppo"        | unknown algorithm 'ppo'; did you mean PPO?
            "name": "Adam"    | "name": "adam"       | agent.net.optim_spec.name    is adam; needs one of
            "clip_eps_spec"   | "clip_eps"           | unknown key; did you mean clip_eps_spec?
            """)
    void aWordThatResemblesAKnownOneIsSuggested(String from, String to, String words) throws IOException {
        refused("ppo", file("ppo", from, to), words, "did you mean ");
    }

    @Test
    void aMinibatchLargerThanTheRolloutIsAWarning() throws IOException {
        String file = file("ppo", "\"minibatch_size\": 32", "\"minibatch_size\": 65");
        String warning = "agent.algorithm.minibatch_size is 65, more than the 64 transitions of a rollout (time_horizon"
                + " · num_envs): every minibatch is the whole rollout";
        CommandResult check = CommandResult.of("check", file);
        assertThat(check.code()).isEqualTo(Cli.DONE);
        assertThat(check.out().lines()).contains("  ! " + warning);
        String data = temp.resolve("data").toString();
        CommandResult run = CommandResult.of("run", file, "ppo", "train", "-d", data, "--max-frame", "64");
        assertThat(run.err().lines()).contains("warning: " + warning);
        String whole = file("ppo", "\"minibatch_size\": 32", "\"minibatch_size\": 64");
        assertThat(CommandResult.of("check", whole).out()).doesNotContain("  ! ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ddqn_per | \"CartPole-v1\" | \"Pendulum-v1\" | agent.algorithm    DQN ",
                "ppo | \"gamma\" | \"action_pdtype\": \"Normal\", \"gamma\" | agent.algorithm.action_pdtype    is Normal",
                "ppo_pendulum | \"gamma\" | \"action_pdtype\": \"Categorical\", \"gamma\" | action_pdtype    is Categorical",
                "ppo | \"num_envs\": 4 | \"num_envs\": 4, \"no_such\": 1 | env    CartPole-v1: no_such is unknown",
                "ppo | \"num_envs\": 4 | \"num_envs\": 4, \"sutton_barto_reward\": 3 | env    CartPole-v1",
                "ppo | \"time_horizon\": 16 | \"time_horizon\": 400000000 | agent.algorithm.time_horizon    is too large",
            })
    void aMisfitIsFound(String name, String from, String to, String words) throws IOException {
        refused(name, file(name, from, to), words);
    }

    @Test
    void settingsAreCheckedInTheSpecsThatHaveTheKey() {
        TinySpecs.file(temp, "ppo", "", "");
        TinySpecs.file(temp, "a2c", "", "");
        CommandResult both = CommandResult.of("check", temp.toString(), "-s", "gamma=0.5");
        assertThat(both.out()).as(both.toString()).contains("2 specs: 2 right and runnable here");
        CommandResult one = CommandResult.of("check", temp.toString(), "-s", "time_horizon=-5");
        assertThat(one.out()).contains("ppo has 1 problem", "agent.algorithm.time_horizon    is -5", "✓ ");
        CommandResult none = CommandResult.of("check", temp.toString(), "-s", "nothing=1");
        assertThat(none.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(none.err()).contains("-s nothing matches nothing in " + temp);
    }

    @Test
    void aLayerThatDoesNotExistAndOneThatDoesNotFitAreFound() throws IOException {
        refused("ppo", file("ppo", MLP, ARC.formatted("NoSuch")), "body.Sequential[0].NoSuch    no such module");
        refused(
                "ppo",
                file("ppo", MLP, ARC.formatted("Linear")),
                "agent.net.arc.modules.body.Sequential[0].Linear    in_features is 7; needs 4");
    }

    @Test
    void allMisfitsAreToldBesideTheKeys() throws IOException {
        String arc = file("ddqn_per", Q_MLP, ARC.formatted("Linear") + ", \"clip_grad_vall\": 1");
        Path file = Path.of(arc);
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", "Pendulum-v1"));
        CommandResult check = refused(
                "ddqn_per",
                arc,
                "has 3 problems",
                "did you mean clip_grad_val?",
                "agent.algorithm  ",
                "in_features is 7; needs 3");
        assertThat(check.out().lines()).hasSize(5);
    }

    @Test
    void theThreeCountsAddUp() throws IOException {
        TinySpecs.file(temp, "ppo", "", "");
        TinySpecs.file(temp, "a2c", "", "");
        file("sac", "Pendulum-v1", "ALE/Pong-v5");
        file("reinforce", "CartPole-v1", "${env}");
        file("ddqn_per", "CartPole-v1", "Pendulum-v1");
        Path json = temp.resolve("out/findings.json");
        Files.createDirectories(json.getParent());
        CommandResult check = CommandResult.of("check", temp.toString(), "--json", json.toString());
        assertThat(check.out())
                .contains("sac.json sac  (ALE/Pong-v5 is not installed)", "reinforce  (needs -s env=…)")
                .endsWith("5 specs: 2 right and runnable here, "
                        + "2 right but not runnable here (env not installed, or needs -s), 1 wrong\n");
        assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat((List<?>) JsonFile.read(json))
                .filteredOn(each -> each instanceof Map<?, ?> entry && Boolean.TRUE.equals(entry.get("runnable")))
                .hasSize(2);
        Files.delete(temp.resolve("ddqn_per.json"));
        Files.delete(json);
        assertThat(CommandResult.of("check", temp.toString()).code()).isZero();
    }
}
