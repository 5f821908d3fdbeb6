package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// What workers of one agent have in common.
class WorkersTest {
    private static final Agents DQN = Agents.of("DQN", "Replay");

    private final Variables global = new Variables();

    private Parts parts(Agents agents, Sharing sharing) {
        Parts alone = agents.parts(new Space.Discrete(2));
        return new Parts(
                alone.obs(),
                alone.action(),
                alone.envs(),
                alone.masked(),
                alone.acting(),
                alone.memory(),
                alone.net(),
                alone.criticNet(),
                alone.clock(),
                alone.random(),
                sharing);
    }

    private static float[] numbers(Variables variables, String name) {
        return variables.get(name).array().floats();
    }

    @Test
    void weightsAreSharedAndTargetsAreEachWorkersOwn() {
        Variables first = DQN.make(parts(DQN, Sharing.shared(global))).variables();
        Variables second = DQN.make(parts(DQN, Sharing.shared(global))).variables();
        for (Variable variable : first.all()) {
            float[] other = numbers(second, variable.name());
            if (variable.name().startsWith("target_")) {
                assertThat(other).isNotSameAs(variable.array().floats());
            } else {
                assertThat(other).isSameAs(variable.array().floats());
            }
        }
    }

    @Test
    void aSyncedWorkerTakesOverWeightsAndKeepsItsTargets() {
        Sharing sharing = Sharing.synced(global);
        Variables own = DQN.make(parts(DQN, sharing)).variables();
        float[] bias = numbers(own, "net.tails.0.bias");
        float[] target = numbers(own, "target_net.tails.0.bias").clone();
        numbers(global, "net.tails.0.bias")[0] = 7;
        sharing.update();
        assertThat(bias[0]).isEqualTo(7);
        assertThat(numbers(own, "target_net.tails.0.bias")).containsExactly(target);
    }

    @ParameterizedTest
    @CsvSource({"Adam, false", "AdamW, false", "GlobalAdam, true", "GlobalRMSprop, true"})
    void onlyGlobalOptimisersShareTheirStates(String name, boolean shared) {
        Agents agents = DQN.net("optim_spec", Map.of("name", name, "lr", 0.01));
        float[] first = moment(parts(agents, Sharing.shared(global)));
        float[] second = moment(parts(agents, Sharing.shared(global)));
        first[0] = 1;
        assertThat(second[0]).isEqualTo(shared ? 1 : 0);
    }

    private static float[] moment(Parts parts) {
        return parts.optimizers().add("m", Array.of(Shape.of(1), 0)).array().floats();
    }
}
