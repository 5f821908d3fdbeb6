package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `bench train` on a machine that lacks something, with a home of its own: what is measured is kept.
@Tag("slow")
class TrainingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path home;

    private void spec(String file, String name, String env) throws IOException {
        Path path = home.resolve("spec/ppo").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, """
                {"%s": {
                  "agent": {"name": "ppo",
                    "algorithm": {"name": "PPO", "gamma": 0.99, "lam": 0.95, "time_horizon": 32, "minibatch_size": 32,
                      "training_epoch": 1, "clip_eps_spec": {"name": "no_decay", "start_val": 0.2},
                      "entropy_coef_spec": {"name": "no_decay", "start_val": 0.01}, "val_loss_coef": 0.5},
                    "memory": {"name": "OnPolicyBatchReplay"},
                    "net": {"type": "MLPNet", "shared": false, "hid_layers": [8], "hid_layers_activation": "tanh",
                      "optim_spec": {"name": "Adam", "lr": 0.01}}},
                  "env": {%s, "num_envs": 1, "max_frame": 500},
                  "meta": {"distributed": false, "log_frequency": 100, "max_session": 1, "eval_frequency": 1000}}}
                """.formatted(name, env));
    }

    @Test
    void aRowWithoutItsEnvIsSkippedAndOneThatFailsCostsNoOther() throws IOException, InterruptedException {
        spec("halfcheetah.yaml", "ppo_halfcheetah_zoo", "\"name\": \"HalfCheetah-v5\"");
        spec("cartpole.json", "ppo_cartpole", "\"name\": \"CartPole-v1\", \"wind\": 3");
        spec("pong.yaml", "ppo_pong_zoo", "\"name\": \"CartPole-v1\"");
        Path rows = home.resolve("rows.json");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules=jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dslmlab.home=" + home,
                        "-cp",
                        classPath(),
                        BenchMain.class.getName(),
                        "train",
                        "--only",
                        "PPO",
                        "--rounds",
                        "1",
                        "--no-peer",
                        "--plots",
                        home.toString(),
                        "--json",
                        rows.toString())
                .redirectErrorStream(true);
        for (String variable :
                new String[] {"SLM_LAB_VENV", "SLM_LAB_WORLDS", "SLM_LAB_MUJOCO", "VIRTUAL_ENV", "CONDA_PREFIX"}) {
            builder.environment().remove(variable);
        }
        builder.environment().put("PATH", home.toString()); // no python3 either
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(1);
        assertThat(printed)
                .containsPattern("PPO CartPole +failed: ")
                .contains("wind") // the reason
                .containsPattern("PPO HalfCheetah +skipped: .*slm-lab setup mujoco")
                .containsPattern("PPO Pong +\\d")
                .doesNotContain("\tat ");
        assertThat(Files.readString(rows)).contains("PPO Pong").doesNotContain("CartPole");
    }

    /// Return the class path of this test: some launchers load it themselves.
    private static String classPath() {
        return TrainingTest.class.getClassLoader() instanceof URLClassLoader loader
                ? Stream.of(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
