package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.file.JsonFile;
import slmlab.spec.SpecFile;

/// The command lines of SLM-Lab's guides work as pasted. `run` is checked up to the first frame: every spec that we
/// ship is trained for some frames by the test of shipped specs and those of MuJoCo and Atari.
class AsWrittenTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @BeforeAll
    static void shippedSpecsAreFound() {
        System.setProperty("slmlab.home", HOME.toString());
    }

    @AfterAll
    static void asBefore() {
        System.clearProperty("slmlab.home");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run slm_lab/spec/benchmark/ppo/ppo_cartpole.json ppo_cartpole train",
                "slm_lab/spec/benchmark/ppo/ppo_cartpole.json ppo_cartpole dev",
                "run -s env=ALE/Pong-v5 slm_lab/spec/benchmark/ppo/ppo_atari.json ppo_atari train",
                "run slm_lab/spec/benchmark/ppo/ppo_atari.json ppo_atari search",
                "slm_lab/spec/benchmark/reinforce/reinforce_cartpole.json reinforce_cartpole train",
                "slm_lab/spec/benchmark/dqn/ddqn_per_lunar.json ddqn_per_concat_lunar train",
                "slm_lab/spec/cont_test.json a2c_gae_pendulum_single train",
                "slm_lab/spec/cont_test.json a2c_gae_bipedalwalker_single train",
                "slm_lab/spec/cont_test.json a2c_gae_pendulum train",
                "slm_lab/spec/cont_test.json a2c_gae_bipedalwalker train",
                "slm_lab/spec/benchmark/a2c/a2c_gae_pong.json a2c_gae_pong train",
                "slm_lab/spec/benchmark/sac/sac_mujoco.json sac_mujoco train",
                "slm_lab/spec/benchmark/dqn/dqn_lunar.json dqn_concat_lunar train",
                "slm_lab/spec/benchmark/ppo/ppo_lunar.json ppo_lunar train",
                "slm_lab/spec/benchmark/sac/sac_lunar.json sac_lunar train",
                "slm_lab/spec/benchmark/dqn/dqn_pong.json dqn_pong train",
                "slm_lab/spec/benchmark/ppo/ppo_pong.json ppo_pong train",
                "slm_lab/spec/benchmark/a2c/a2c_gae_mujoco.json a2c_gae_mujoco train",
                "slm_lab/spec/benchmark/a2c/a2c_nstep_mujoco.json a2c_nstep_mujoco train",
                "slm_lab/spec/benchmark/ppo/ppo_mujoco.json ppo_mujoco train",
                "slm_lab/spec/benchmark/async_sac/async_sac_mujoco.json async_sac_mujoco train",
                "slm_lab/spec/benchmark/a2c/a2c_gae_mujoco.json a2c_gae_humanoid train",
                "slm_lab/spec/benchmark/ppo/ppo_mujoco.json ppo_humanoid train",
                "slm_lab/spec/benchmark/sac/sac_mujoco.json sac_humanoid train",
                "slm_lab/spec/benchmark/async_sac/async_sac_mujoco.json async_sac_humanoid train",
                "slm_lab/spec/demo.json dqn_cartpole dev",
                "slm_lab/spec/demo.json dqn_cartpole train",
                "slm_lab/spec/benchmark/ppo/ppo_cartpole.json ppo_shared_cartpole dev",
                "slm_lab/spec/benchmark/a2c/a2c_gae_cartpole.json a2c_gae_cartpole dev",
                "slm_lab/spec/benchmark/ppo/ppo_cartpole.json ppo_shared_cartpole train"
            })
    void theSpecOfEveryRunIsThere(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
        words.remove("run");
        words.removeLast(); // the mode
        words.addFirst("check");
        CommandResult result = CommandResult.of(words.toArray(String[]::new));
        assertThat(result.out()).contains("1 spec: 1 right").doesNotContain("needs -s env", "needs -s max_frame");
        assertThat(result.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --render --help",
                "plot -t Pong -f data/folder1,data/folder2 --help",
                "run --job job/experiments.json --help",
                "run --log-level=DEBUG --torch-compile=auto --cuda-offset=0 --profile=false --help",
                "retro data/experiment_dir --help"
            })
    void theFlagsAreKnown(String line) {
        CommandResult result = CommandResult.of(line.split(" ", -1));
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
    }

    @Test
    void theJobOfTheGuideNamesSpecsThatAreThere() {
        Path jobs = SpecPaths.job(Path.of("job/experiments.json")); // from another folder than the project's
        assertThat(jobs).isEqualTo(HOME.resolve("job/experiments.json"));
        Object job = JsonFile.read(jobs);
        List<String> named = new ArrayList<>();
        ((Map<?, ?>) job).forEach((file, modes) -> {
            List<String> specs =
                    SpecFile.read(SpecPaths.find(file.toString()), Map.of()).names();
            ((Map<?, ?>) modes).keySet().forEach(name -> {
                assertThat(specs).contains(name.toString());
                named.add(name.toString());
            });
        });
        assertThat(named).isNotEmpty();
    }

    @Test
    void anErrorNamesEveryFolderThatWasSearched() {
        CommandResult result = CommandResult.of("run", "slm_lab/spec/benchmark/ppo/ppo_cartpol.json", "x", "train");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("does not exist; searched ", "(no such folder) and ", "did you mean ppo_cartpole.json?");
    }

    @Test
    void slmRetroIsACommand() throws IOException {
        Path script = HOME.resolve("slm-retro");
        assertThat(Files.isExecutable(script)).isTrue();
        assertThat(Files.readString(script)).contains("slm-lab\" retro \"$@\"");
    }
}
