package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.SpecFile;

/// Wrappers that a spec names: what they do to a run.
class DesignWrappersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path spec(String name, String wrappers) throws IOException {
        String text = TinySpecs.text(name, "", "")
                .replace("\"num_envs\"", "\"wrappers\": %s, \"num_envs\"".formatted(wrappers));
        return Files.writeString(temp.resolve("spec.json"), text);
    }

    @Test
    void theSharesOfRewardTermsAreColumns() throws IOException {
        Path file = spec("ppo_pendulum", "[{\"name\": \"RewardTerms\", \"weights\": {\"torque\": 5}}]");
        SessionResult result = Lab.run(
                        file, "ppo_pendulum", RunOptions.defaults().data(temp))
                .sessions()
                .getFirst();
        double[] angle = result.table().last("reward_share_angle", 1);
        double[] torque = result.table().last("reward_share_torque", 1);
        assertThat(angle[0]).isBetween(0.5, 1.0);
        assertThat(torque[0]).isBetween(0.0, 0.2);
    }

    @Test
    void shapingNeedsTheLearnersDiscount() throws IOException {
        Path file = spec("ppo", "[{\"name\": \"PotentialShaping\", \"gamma\": 0.5}]");
        SpecCheck check = SpecCheck.of(SpecFile.read(file, Map.of()), "ppo", 1);
        assertThat(check.problems()).anySatisfy(problem -> {
            assertThat(problem.path()).isEqualTo("env.wrappers[0].gamma");
            assertThat(problem.message()).contains("agent.algorithm.gamma is 0.99");
        });
    }

    /// A pole that nobody balances falls after at least 8 steps; with 4 steps to an action that are two frames.
    @Test
    void repeatedActionsMakeEpisodesShorterAndReturnsNot() throws IOException {
        Path file = spec("ppo", "[{\"name\": \"ActionRepeat\", \"repeat\": 4}, {\"name\": \"StickyActions\"}]");
        SessionResult result = Lab.run(file, "ppo", RunOptions.defaults().data(temp))
                .sessions()
                .getFirst();
        double[] returns = result.table().last("total_reward", 1);
        assertThat(returns[0]).isBetween(8.0, 100.0);
    }

    @Test
    void whatDoesNotFitIsRefused() throws IOException {
        for (String wrappers : new String[] {
            "[{\"name\": \"RewardTerms\"}]",
            "[{\"name\": \"ActionRepeat\"}]",
            "[{\"name\": \"ActionRepeat\", \"repeat\": 2, \"max_last_two\": true}]",
            "[{\"name\": \"StickyActions\"}, {\"name\": \"ActionRepeat\", \"repeat\": 2}]",
            "[{\"name\": \"DiscretizeAction\"}]",
            "[{\"name\": \"Grey\"}]",
            "[{\"name\": \"Resize\"}]",
            "[{\"name\": \"TimeAware\"}]",
            "[{\"name\": \"PotentialShaping\", \"gamma\": 0.99, \"target\": [1]}]",
        }) {
            SpecCheck check = SpecCheck.of(SpecFile.read(spec("ppo", wrappers), Map.of()), "ppo", 1);
            assertThat(check.isRight()).as(wrappers).isFalse();
        }
    }
}
