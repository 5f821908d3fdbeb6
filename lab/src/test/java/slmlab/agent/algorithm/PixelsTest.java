package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every algorithm of choices sees images of bytes, through flat and through convolutional nets.
class PixelsTest {

    private static Agents of(String name, String memory, String type) {
        Agents agents = Agents.of(name, memory).memory("batch_size", 4);
        Map<String, Object> net = new LinkedHashMap<>(agents.net());
        net.putAll(Map.of("type", type, "shared", true, "normalize", true, "batch_norm", false));
        if (type.equals("ConvNet")) {
            net.remove("hid_layers");
            net.put("conv_hid_layers", List.of(List.of(4, 3, 1, 0, 1)));
            net.put("fc_hid_layers", List.of(8));
        }
        return new Agents(name, agents.keys(), agents.memory(), net, null);
    }

    @ParameterizedTest
    @CsvSource({
        "PPO, OnPolicyBatchReplay",
        "PPOSIL, OnPolicyBatchReplay",
        "ActorCritic, OnPolicyBatchReplay",
        "SIL, OnPolicyBatchReplay",
        "Reinforce, OnPolicyReplay",
        "SARSA, OnPolicyBatchReplay",
        "DQN, Replay",
        "DoubleDQN, PrioritizedReplay",
        "SoftActorCritic, Replay",
        "CrossQ, Replay",
    })
    void learnsFromBytes(String name, String memory) {
        for (String type : List.of("MLPNet", "ConvNet")) {
            Agents agents = of(name, memory, type);
            agents = memory.endsWith("Replay") && !memory.startsWith("On")
                    ? agents.keys("training_start_step", 4)
                    : name.startsWith("PPO") ? agents.keys("time_horizon", 6, "minibatch_size", 6) : agents;
            try (Agents.Play play = agents.in("Catch-v0", 1)) {
                Changes changes = new Changes(play.agent.variables());
                play.steps(12);
                assertThat(changes.nets()).as(type).contains("net");
            }
        }
    }
}
