package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// SLM-Lab's own spec files, through the command line. `slm-lab bench specs` runs all of them.
class UpstreamSpecsCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Path folder() {
        for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
            Path specs = here.resolve("shared/slm-lab-spec");
            if (Files.isDirectory(specs)) {
                return specs;
            }
        }
        return Path.of(System.getProperty("slmlab.specs", "no-such-folder"));
    }

    private static Path folderOrSkip() {
        Path folder = folder();
        assumeTrue(Files.isDirectory(folder), "skipped: there is no shared/slm-lab-spec beside the project");
        return folder;
    }

    @Test
    void allAreRightExceptThoseWhoseEnvsAreGone() {
        CommandResult result = CommandResult.of("check", folderOrSkip().toString());
        assertThat(result.out())
                .endsWith("252 specs: 102 right and runnable here, "
                        + "143 right but not runnable here (env not installed, or needs -s), 7 wrong\n");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out().lines().filter(line -> line.startsWith("✗"))).hasSize(7);
        assertThat(result.out().lines().filter(line -> line.contains(" no longer exists: ")))
                .hasSize(7)
                .allMatch(line -> line.contains("VideoPinball-v0") || line.contains("HalfCheetahBulletEnv-v0"));
    }

    @ParameterizedTest
    @CsvSource({
        "reinforce/reinforce_cartpole.json, reinforce_cartpole",
        "sarsa/sarsa_cartpole.json, sarsa_epsilon_greedy_cartpole",
        "a2c/a2c_gae_cartpole.json, a2c_gae_cartpole",
        "ppo/ppo_cartpole.json, ppo_cartpole",
        "sil/ppo_sil_cartpole.json, ppo_sil_cartpole",
        "dqn/dqn_cartpole.json, dqn_boltzmann_cartpole",
        "sac/sac_pendulum.json, sac_pendulum",
        "crossq/crossq_classic.yaml, crossq_cartpole",
    })
    void oneOfEachAlgorithmRuns(String file, String name) {
        Path spec = folderOrSkip().resolve("benchmark").resolve(file);
        CommandResult result = CommandResult.of(
                "run",
                spec.toString(),
                name,
                "train",
                "--max-frame",
                "300",
                "--max-session",
                "1",
                "--quiet",
                "-d",
                temp.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
    }
}
