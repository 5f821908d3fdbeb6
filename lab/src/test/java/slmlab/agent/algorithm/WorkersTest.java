package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.GlobalWeights;
import slmlab.agent.part.Sharing;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// What workers of one agent have in common.
class WorkersTest {
    private static final Agents DQN = Agents.of("DQN", "Replay");

    private final GlobalWeights global = new GlobalWeights();

    private static AgentContext parts(Agents agents, Sharing sharing) {
        return parts(agents, sharing, agents.parts(new Space.Discrete(2)).random());
    }

    private static AgentContext parts(Agents agents, Sharing sharing, RandomStream random) {
        AgentContext alone = agents.parts(new Space.Discrete(2));
        return new AgentContext(alone.env(), alone.sections(), alone.clock(), random, sharing);
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
        numbers(global.variables(), "net.tails.0.bias")[0] = 7;
        sharing.update();
        assertThat(bias[0]).isEqualTo(7);
        assertThat(numbers(own, "target_net.tails.0.bias")).containsExactly(target);
    }

    @Test
    void aSyncedWorkersTargetsBeginAsTheWeightsItActsWith() {
        DQN.make(parts(DQN, Sharing.synced(global))); // its weights become the global ones
        Sharing sharing = Sharing.synced(global);
        Variables own = DQN.make(parts(DQN, sharing, RandomStream.ofSeed(77))).variables();
        sharing.update();
        String name = "net.tails.0.weight";
        assertThat(numbers(own, name)).containsExactly(numbers(global.variables(), name));
        assertThat(numbers(own, "target_" + name)).containsExactly(numbers(own, name));
    }

    @Test
    void theCopyWithTheMostUpdatesIsTheNewest() {
        Sharing first = Sharing.synced(global);
        Sharing second = Sharing.synced(global);
        Sharing inPlace = Sharing.shared(global);
        first.learned();
        first.learned();
        second.learned();
        assertThat(first.updates()).isEqualTo(2); // it has not seen the third
        assertThat(second.updates()).isEqualTo(3);
        assertThat(inPlace.updates()).isEqualTo(3);
        assertThat(Sharing.none().updates()).isZero();
    }

    @Test
    void loadedWeightsBecomeTheGlobalOnesAndUpdatesCountOn() {
        Sharing first = Sharing.synced(global);
        Sharing second = Sharing.synced(global);
        Variables own = DQN.make(parts(DQN, first)).variables();
        Variables other = DQN.make(parts(DQN, second)).variables();
        numbers(own, "net.tails.0.bias")[0] = 5; // as a state has it
        first.publish(10);
        second.update();
        assertThat(numbers(other, "net.tails.0.bias")[0]).isEqualTo(5);
        assertThat(second.updates()).isEqualTo(10);
        second.learned();
        assertThat(second.updates()).isEqualTo(11);
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

    private static float[] moment(AgentContext parts) {
        return parts.optimizers().add("m", Array.of(Shape.of(1), 0)).array().floats();
    }
}
