package slmlab.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.plan.Plan;
import slmlab.play.Player;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.safetensors.SafeTensors;

/// Imported policies act as they did in their library, on 500 observations that `scripts/golden/foreign.py` recorded.
class PolicyImportTest {
    private static final int ROWS = 500;
    private static final Map<String, Array> GAMES =
            SafeTensors.read(golden("games.safetensors")).tensors();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Path golden(String name) {
        try {
            return Path.of(Objects.requireNonNull(PolicyImportTest.class.getResource("/golden/foreign/" + name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Array game(String name) {
        return Objects.requireNonNull(GAMES.get(name), name);
    }

    private RunOptions options() {
        return RunOptions.defaults().data(temp.resolve("data")).threads(1);
    }

    private RunFolder run(String name, String env) {
        return PolicyImport.run(golden(name), env, null, options());
    }

    @ParameterizedTest
    @CsvSource({
        "ppo,                    CartPole-v1, PPO",
        "ppo_pendulum,           Pendulum-v1, PPO",
        "a2c,                    CartPole-v1, ActorCritic",
        "dqn,                    CartPole-v1, DQN",
        "sac,                    Pendulum-v1, SoftActorCritic",
        "td3,                    Pendulum-v1, TD3",
        "ddpg,                   Pendulum-v1, DDPG",
        "cleanrl_ppo,            CartPole-v1, PPO",
        "cleanrl_ppo_continuous, Pendulum-v1, PPO",
        "cleanrl_dqn,            CartPole-v1, DQN",
    })
    void actsAsItDidInItsLibrary(String name, String env, String algorithm) {
        RunFolder run = run(name, env);
        Player player = Player.load(run.path());
        assertThat(player.facts()).containsEntry("algorithm", algorithm).containsEntry("env", env);
        float[] obs = game(name + "/obs").floats();
        float[] wanted = game(name + "/action").floats();
        if (env.equals("Pendulum-v1")) {
            float[] actions = new float[ROWS];
            player.act(obs, actions);
            for (int i = 0; i < ROWS; i++) { // the library clips to the bounds, here the env does
                assertThat(Math.clamp(actions[i], -2, 2)).as("row %s", i).isCloseTo(wanted[i], within(1e-5f));
            }
        } else {
            int[] actions = new int[ROWS];
            player.act(obs, actions);
            for (int i = 0; i < ROWS; i++) {
                assertThat(actions[i]).as("row %s", i).isEqualTo((int) wanted[i]);
            }
        }
        Array values = GAMES.get(name + "/value");
        if (values != null) {
            for (int i = 0; i < ROWS; i++) {
                float near = 1e-5f * Math.max(1, Math.abs(values.floats()[i]));
                assertThat(player.values()[i]).as("row %s", i).isCloseTo(values.floats()[i], within(near));
            }
        }
    }

    @Test
    void itIsEvaluatedAndBegunFrom() {
        RunFolder run = run("ppo", "CartPole-v1");
        try (TrainedAgent agent = TrainedAgent.read(run, TrainedAgent.bestSession(run), true)) {
            assertThat(agent.evaluate(2, false, 5).returns()).hasSize(2);
            assertThat(agent.frame()).hasValue(640);
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("agent.init_from.run", run.path().toString());
        keys.put("env.max_frame", 600);
        SpecFile spec = SpecFile.read(run.spec(), Map.of()).with(keys);
        RunFolder next =
                Lab.run(Plan.read(spec, spec.first()), options(), Listener.NONE).folder();
        float[] begun = floats(next.initModel(), "net.model.0.weight");
        assertThat(begun).isEqualTo(floats(golden("ppo/policy.safetensors"), "mlp_extractor.policy_net.0.weight"));
        assertThat(floats(next.model(0), "net.model.0.weight")).isNotEqualTo(begun);
    }

    private static float[] floats(Path file, String name) {
        return Objects.requireNonNull(SafeTensors.read(file).tensors().get(name), name)
                .floats();
    }

    @Test
    void hyperparametersOfTheModelAreInTheSpec() {
        Plan plan = Lab.plan(run("ppo", "CartPole-v1"));
        assertThat(plan.resolved().toString())
                .contains("time_horizon=128", "minibatch_size=32", "training_epoch=3", "hid_layers_activation=relu")
                .contains("hid_layers=[16, 16]", "gamma=0.99");
    }

    @Test
    void everyWeightThatDoesNotFitIsListed() {
        assertThatThrownBy(() -> run("ppo", "Acrobot-v1"))
                .hasMessageContaining("4 problems")
                .hasMessageContaining("mlp_extractor.policy_net.0.weight is [16, 4]; env and net need [16, 6]")
                .hasMessageContaining("mlp_extractor.value_net.0.weight is [16, 4]; env and net need [16, 6]")
                .hasMessageContaining("action_net.weight is [2, 16]; env and net need [3, 16]")
                .hasMessageContaining("action_net.bias is [2]; env and net need [3]");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void anEnvWithOtherActionsIsRefused() {
        assertThatThrownBy(() -> run("sac", "CartPole-v1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> run("dqn", "Pendulum-v1")).hasMessageContaining("DQN");
        assertThatThrownBy(() -> run("dqn", "CartPole-v9")).hasMessageContaining("CartPole-v9");
    }

    @Test
    void damagedFilesAreRefused() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("damaged"));
        assertThatThrownBy(() -> PolicyImport.run(folder, "CartPole-v1", null, options()))
                .hasMessageContaining("2 problems")
                .hasMessageContaining("policy.json is missing")
                .hasMessageContaining("policy.safetensors is missing");
        byte[] weights = Files.readAllBytes(golden("ppo/policy.safetensors"));
        String facts = Files.readString(golden("ppo/policy.json"));
        Files.write(folder.resolve("policy.safetensors"), Arrays.copyOf(weights, weights.length / 2));
        Files.writeString(
                folder.resolve("policy.json"),
                facts.replace("import 1", "import 9").replace("\"use_sde\": false", "\"use_sde\": true"));
        assertThatThrownBy(() -> PolicyImport.run(folder, "CartPole-v1", null, options()))
                .hasMessageContaining("3 problems")
                .hasMessageContaining("import 9")
                .hasMessageContaining("use_sde")
                .hasMessageContaining("policy.safetensors");
        Files.write(folder.resolve("policy.safetensors"), weights);
        for (String algorithm : List.of("TQC", "RecurrentPPO", "unknown")) {
            Files.writeString(folder.resolve("policy.json"), facts.replace("\"PPO\"", "\"%s\"".formatted(algorithm)));
            assertThatThrownBy(() -> PolicyImport.run(folder, "CartPole-v1", null, options()))
                    .hasMessageContaining("%s of stable-baselines3 cannot be imported".formatted(algorithm));
        }
    }

    @Test
    void aPythonWithoutAModelSaysWhy() throws IOException {
        Path model = Files.writeString(temp.resolve("model.zip"), "no zip");
        assertThatThrownBy(() -> ImportScript.run("/no/such/python", model, null, temp))
                .hasMessageContaining("/no/such/python cannot be started")
                .hasMessageContaining("--python");
    }
}
