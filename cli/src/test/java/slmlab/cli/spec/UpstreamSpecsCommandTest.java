package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

/// SLM-Lab's own spec files, through the command line. `slm-lab bench specs` runs all of them.
@Tag("slow")
class UpstreamSpecsCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Path folder() {
        String given = System.getProperty("slmlab.specs");
        if (given != null) {
            return Path.of(given);
        }
        for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
            Path specs = here.resolve("shared/slm-lab-spec");
            if (Files.isDirectory(specs)) {
                return specs;
            }
        }
        return Path.of("no-such-folder");
    }

    private static Path folderOrSkip() {
        Path folder = folder();
        assumeTrue(Files.isDirectory(folder), "skipped: there is no shared/slm-lab-spec beside the project");
        return folder;
    }

    /// What is wrong with the specs that SLM-Lab cannot run either: its repository has no HydraDQN and no PyBullet.
    private static final List<String> REASONS =
            List.of("HalfCheetahBulletEnv-v0 no longer exists", "has 2 heads for 1 parts of the observation");

    @Test
    void allAreRightExceptThoseThatSlmLabCannotRunEither() {
        CommandResult result = CommandResult.of("check", folderOrSkip().toString());
        List<String> lines = result.out().lines().toList();
        String summary = lines.getLast();
        if (summary.startsWith("252 specs")) { // the benchmark's; the whole repository has 389
            assertThat(summary)
                    .isEqualTo("252 specs: 102 right and runnable here, "
                            + "149 right but not runnable here (env not installed, or needs -s), 1 wrong");
        } else {
            assertThat(summary).startsWith("389 specs").endsWith(", 5 wrong");
        }
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        List<String> wrong = lines.stream()
                .filter(line -> line.startsWith("  ") && !line.startsWith("  ! "))
                .toList();
        assertThat(wrong).isNotEmpty().allSatisfy(line -> assertThat(REASONS).anyMatch(line::contains));
        assertThat(lines)
                .filteredOn(line -> line.contains("VideoPinball-v0 no longer exists: it means"))
                .hasSize(6);
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
                "--seeds",
                "1",
                "--quiet",
                "-d",
                temp.toString());
        assertThat(result.err().lines()).allMatch(line -> line.matches("warning: \\S+(, \\S+)* ha(s|ve) no effect.*"));
        assertThat(result.code()).isZero();
    }
}
