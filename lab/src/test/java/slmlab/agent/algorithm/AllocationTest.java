package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A loop of steps and updates allocates nothing once it is warm.
class AllocationTest {
    private static final int STEPS = 3000;
    private static final long LIMIT = 4L * STEPS; // the smallest object has 16 bytes
    private static final int BLOCKS = 400; // the JVM links and compiles in the first ones

    static List<Agents> agents() {
        return List.of(
                Agents.of("PPO", "OnPolicyBatchReplay")
                        .net("shared", true)
                        .keys("time_horizon", 16, "minibatch_size", 16),
                Agents.of("PPO", "OnPolicyBatchReplay")
                        .net("shared", true, "batch_norm", true)
                        .keys("time_horizon", 16, "minibatch_size", 16),
                Agents.of("SARSA", "OnPolicyBatchReplay").keys("training_frequency", 16),
                Agents.of("DQN", "Replay")
                        .keys("training_frequency", 4, "training_start_step", 64)
                        .keys("explore_var_spec", Map.of("name", "no_decay", "start_val", 0.1)),
                Agents.of("SoftActorCritic", "Replay")
                        .keys("training_frequency", 4, "training_start_step", 64, "training_iter", 1));
    }

    @ParameterizedTest
    @MethodSource("agents")
    void aWarmLoopAllocatesNothing(Agents agents) {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        try (Agents.Play play = agents.in("CartPole-v1", 2)) {
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
