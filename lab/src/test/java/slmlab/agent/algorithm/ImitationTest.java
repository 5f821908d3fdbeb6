package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.part.Imitation;
import slmlab.tensor.State;

/// What self-imitation keeps and learns from.
class ImitationTest {

    private static Agents agents(String name) {
        Agents agents = Agents.of(name, "OnPolicyBatchReplay").memory("batch_size", 4);
        return name.equals("SIL")
                ? agents.keys("training_frequency", 4)
                : agents.keys("time_horizon", 4, "minibatch_size", 8, "training_epoch", 1);
    }

    private static float[] returns(Agents.Play play) {
        State state = new State();
        play.agent.save(state.within("agent"));
        return state.within("agent").within("imitation").array("return").floats();
    }

    /// CartPole pays 1 a step, so no return is above 1/(1 − γ) = 10, whatever V says where a rollout stops.
    @ParameterizedTest
    @ValueSource(strings = {"SIL", "PPOSIL"})
    void aReturnIsKnownBeforeItIsKept(String name) {
        Agents agents = agents(name).net("optim_spec", Map.of("name", "SGD", "lr", 0));
        try (Agents.Play play = agents.in("CartPole-v1", 2)) {
            Agents.set(play.agent.variables(), "critic_net.tails.0.bias", 1000);
            play.steps(80);
            float[] returns = returns(play);
            Arrays.sort(returns);
            assertThat(returns[returns.length - 1]).isGreaterThan(5).isLessThan(10);
        }
    }

    /// The net sees a step again with the state that it had then.
    @ParameterizedTest
    @CsvSource({"SIL, OnPolicyBatchReplay", "SIL, OnPolicyReplay", "PPOSIL, OnPolicyBatchReplay"})
    void aRecurrentNetIsGivenTheStateOfEachStep(String name, String memory) {
        Agents agents = agents(name).memory("name", memory).recurrent(2);
        try (Agents.Play play = agents.in("CartPole-v1", 1)) {
            play.steps(80);
            Imitation imitation = Objects.requireNonNull(
                    play.agent instanceof Ppo ppo ? ppo.imitation : ((ActorCritic) play.agent).imitation);
            for (String input : new String[] {"net.state", "critic_net.state"}) {
                float[] states = imitation.update.input(input).floats();
                boolean remembers = false;
                for (float number : states) {
                    remembers |= number != 0;
                }
                assertThat(remembers).as(input).isTrue();
            }
        }
    }
}
