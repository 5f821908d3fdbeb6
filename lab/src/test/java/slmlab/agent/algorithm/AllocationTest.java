package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.facts.Trait;

/// A loop of steps and updates allocates nothing once it is warm.
class AllocationTest {
    private static final int STEPS = 3000;
    private static final long LIMIT = 4L * STEPS; // the smallest object has 16 bytes
    private static final int BLOCKS = 400; // the JVM links and compiles in the first ones

    private static Agents onPolicy(String name) {
        return Agents.of(name, "OnPolicyBatchReplay").keys("training_frequency", 16);
    }

    private static Agents ppo(String name) {
        return Agents.of(name, "OnPolicyBatchReplay")
                .net("shared", true)
                .keys("time_horizon", 16, "minibatch_size", 16);
    }

    private static Agents replay(String name) {
        return Agents.of(name, "Replay").keys("training_frequency", 4, "training_start_step", 64);
    }

    private static Agents exploring(String name) {
        return replay(name).keys("explore_var_spec", Map.of("name", "no_decay", "start_val", 0.1));
    }

    /// Every algorithm there is.
    static List<Agents> agents() {
        return List.of(
                Agents.of("Random", "OnPolicyBatchReplay"),
                onPolicy("Reinforce"),
                onPolicy("ActorCritic").net("shared", false),
                onPolicy("SIL").net("shared", false),
                ppo("PPO"),
                ppo("PPO").net("batch_norm", true),
                ppo("PPOSIL"),
                onPolicy("SARSA"),
                exploring("VanillaDQN"),
                exploring("DQN"),
                exploring("DoubleDQN"),
                exploring("HydraDQN"),
                replay("SoftActorCritic").keys("training_iter", 1),
                replay("CrossQ").keys("training_iter", 1),
                replay("TD3"),
                replay("DDPG"));
    }

    private static String env(Agents agents) {
        boolean continuous = Algorithms.has(agents.algorithm(), Trait.DETERMINISTIC);
        return continuous ? "Pendulum-v1" : "CartPole-v1";
    }

    @ParameterizedTest
    @MethodSource("agents")
    void aWarmLoopAllocatesNothing(Agents agents) {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        try (Agents.Play play = agents.in(env(agents), 2)) {
            long least = Long.MAX_VALUE;
            for (int block = 0; block < BLOCKS && least >= LIMIT; block++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                play.steps(STEPS);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).as("bytes of %,d steps", STEPS).isLessThan(LIMIT);
        }
    }
}
