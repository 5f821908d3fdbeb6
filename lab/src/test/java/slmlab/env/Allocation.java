package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;

/// Checks that a step of an env allocates nothing.
public final class Allocation {
    private static final int STEPS = 1_000_000;

    private Allocation() {}

    /// One million vector steps of two envs, resets included, with random actions.
    public static void assertNone(String id, Map<String, ?> arguments) {
        try (VecEnv env = Envs.make(id, 2, arguments)) {
            env.reset(1);
            assertNone(env, STEPS);
        }
    }

    /// Some steps of a vector that was reset, with random actions.
    public static void assertNone(VecEnv env, int steps) {
        Array[] actions = new Array[97];
        for (int i = 0; i < actions.length; i++) {
            actions[i] = new RandomActions(env.actionSpace(), env.size(), RandomStream.ofSeed(i)).next();
        }
        long bytes = Long.MAX_VALUE;
        for (int block = 0; block < 10 && bytes > 0; block++) { // the JVM links and compiles in the first ones
            bytes = allocated(env, actions, steps);
        }
        assertThat(bytes).as("bytes of %,d steps", steps).isZero();
    }

    private static long allocated(VecEnv env, Array[] actions, int steps) {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int t = 0; t < steps; t++) {
            env.step(actions[t % actions.length]);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
