package slmlab.cli;

import java.util.concurrent.locks.LockSupport;
import slmlab.env.Env;
import slmlab.env.EnvProvider;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// Envs that end or stop the whole process. `strange.where` and `strange.after` say in which method, after how many
/// steps; they are for a JVM of its own.
public final class StrangeEnvs implements EnvProvider {

    @Override
    public void register() {
        Envs.register("Exits-v0", 0, _ -> new Strange(() -> System.exit(0)));
        Envs.register("Hangs-v0", 0, _ -> new Strange(StrangeEnvs::hang));
    }

    /// Waits forever, and cannot be interrupted.
    private static void hang() {
        while (true) {
            LockSupport.park();
        }
    }

    private static final class Strange implements Env {
        private static final String WHERE = System.getProperty("strange.where", "step");
        private static final int AFTER = Integer.getInteger("strange.after", 0);

        private final Runnable strange;
        private int steps;

        Strange(Runnable strange) {
            this.strange = strange;
            may("constructor");
        }

        private void may(String method) {
            if (WHERE.equals(method) && steps >= AFTER) {
                strange.run();
            }
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 10, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            may("reset");
            frame.obs(0, 0);
        }

        @Override
        public void step(Frame frame) {
            may("step");
            steps++;
            frame.obs(0, steps % 10);
            frame.reward(1);
            if (steps % 10 == 0) {
                frame.terminate();
            }
        }
    }
}
