package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.info;
import static slmlab.env.check.EnvCheck.warning;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import slmlab.env.EnvException;
import slmlab.env.RandomActions;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.tensor.Array;

/// Speed of an env, and how much garbage it allocates.
final class SpeedRules {
    private static final int TIMED = 50_000;
    private static final double SLOW = 10_000; // steps per second

    private final Subject subject;

    SpeedRules(Subject subject) {
        this.subject = subject;
    }

    /// Measure steps per second and bytes per step, resets included. Actions are drawn beforehand and cost
    /// nothing, unless a mask decides about them.
    List<Finding> measure() {
        try (Subject.Run run = subject.run(1)) {
            Array[] actions = new Array[64];
            for (int i = 0; i < actions.length; i++) {
                actions[i] = RandomActions.empty(run.env().actionSpace(), 1);
                actions[i].copyFrom(run.action());
            }
            loop(run, actions); // warm-up
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            threads.getCurrentThreadAllocatedBytes(); // its first call allocates
            long bytes = threads.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            int steps = loop(run, actions);
            double seconds = (System.nanoTime() - start) * 1e-9;
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            Finding allocation = info(
                    ContractRule.ALLOCATION,
                    bytes < steps // the JIT compiler itself allocates now and then
                            ? "nothing per step"
                            : String.format(
                                    Locale.ROOT,
                                    "%,d bytes per step; keep arrays in fields to be faster",
                                    bytes / steps));
            double speed = steps / seconds;
            return List.of(
                    allocation,
                    speed < SLOW
                            ? warning(
                                    ContractRule.SPEED,
                                    String.format(
                                            Locale.ROOT,
                                            "%,.0f steps per second; training will wait for the env",
                                            speed))
                            : info(ContractRule.SPEED, String.format(Locale.ROOT, "%,.0f steps per second", speed)));
        } catch (EnvException e) {
            return List.of(broken(ContractRule.SPEED, "in a long run, %s; fix it there".formatted(e.getMessage())));
        }
    }

    /// Check the clock less and less often: reading it takes as long as a step of a small env.
    private int loop(Subject.Run run, Array[] actions) {
        boolean masked = run.env().hasActionMask();
        long start = System.nanoTime();
        int steps = 0;
        for (int block = 1;
                subject.allows(steps + 1, TIMED) && System.nanoTime() - start < Subject.LONG;
                block = Math.min(2 * block, 1024)) {
            for (int end = steps + block; steps < end; steps++) {
                run.env().step(masked ? run.action() : actions[steps % actions.length]);
            }
        }
        return steps;
    }
}
