package slmlab.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.TinySpecs;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

class PlanTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// A tiny spec with more keys of its algorithm.
    private Plan plan(String name, String keys) throws IOException {
        String text = TinySpecs.text(name, "", "").replaceFirst("\"gamma\": 0.99", "\"gamma\": 0.99, " + keys);
        Path file = Files.writeString(temp.resolve("spec.json"), text);
        return Plan.read(SpecFile.read(file, Map.of()), name);
    }

    private static final String EXPLORE = "\"explore_var_spec\": {\"name\": \"no_decay\", \"start_val\": 0.5}";

    @ParameterizedTest
    @CsvSource({"reinforce, Reinforce", "a2c, ActorCritic", "ppo, PPO", "sac, SoftActorCritic"})
    void onlyActionValuesAreChosenFromByAnActionPolicy(String spec, String algorithm) {
        assertThatThrownBy(() -> plan(spec, "\"action_policy\": \"epsilon_greedy\", " + EXPLORE))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("agent.algorithm.action_policy")
                .hasMessageContaining("is epsilon_greedy; %s samples its policy, needs default", algorithm)
                .hasMessageContaining("agent.algorithm.explore_var_spec")
                .hasMessageContaining("%s samples its policy, remove it", algorithm);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reinforce", "a2c", "ppo", "sac"})
    void upstreamsDefaultsAreThere(String spec) throws IOException {
        Plan plan = plan(spec, "\"action_policy\": \"default\", \"explore_var_spec\": null");
        assertThat(plan.acting().exploreVarSpec()).isNull();
    }
}
