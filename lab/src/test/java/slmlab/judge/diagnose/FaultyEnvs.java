package slmlab.judge.diagnose;

import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// A bead on a wire that drifts from the middle, which an agent holds by pushing left or right; and the same with a
/// fault.
final class FaultyEnvs {
    private static final int LIMIT = 100;

    /// What `BeadAfterActing-v0` does first in every step: the agent has acted and not learned yet.
    static volatile Runnable afterActing = () -> {};

    private FaultyEnvs() {}

    static void register() {
        Envs.register("Bead-v0", LIMIT, _ -> new Bead(1, false));
        Envs.register("BeadInMicrons-v0", LIMIT, _ -> new Bead(1e5, false));
        Envs.register("BeadWithoutTruncation-v0", 0, _ -> new Bead(1, true));
        Envs.register("BeadAfterActing-v0", LIMIT, _ -> new Bead(1, false, () -> afterActing.run()));
    }

    static void remove() {
        Envs.remove("Bead-v0");
        Envs.remove("BeadInMicrons-v0");
        Envs.remove("BeadWithoutTruncation-v0");
        Envs.remove("BeadAfterActing-v0");
    }

    private static final class Bead implements Env {
        private final double unit;
        private final boolean isEndless;
        private final Runnable first;
        private double place;
        private double speed;
        private int steps;

        /// @param unit by which observations are multiplied
        /// @param isEndless whether only time ends an episode, which it reports as an end
        Bead(double unit, boolean isEndless) {
            this(unit, isEndless, () -> {});
        }

        Bead(double unit, boolean isEndless, Runnable first) {
            this.unit = unit;
            this.isEndless = isEndless;
            this.first = first;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1e9, 1e9, 2);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            place = random.uniform(-0.1, 0.1);
            speed = random.uniform(-0.1, 0.1);
            steps = 0;
            see(frame);
        }

        @Override
        public void step(Frame frame) {
            first.run();
            speed += 0.1 * place + (frame.action() == 1 ? 0.03 : -0.03);
            place = isEndless ? Math.clamp(place + speed, -1, 1) : place + speed;
            steps++;
            see(frame);
            frame.reward(isEndless ? 1 - Math.abs(place) : 1);
            if (isEndless ? steps == LIMIT : Math.abs(place) > 1) {
                frame.terminate();
            }
        }

        private void see(Frame frame) {
            frame.obs(0, unit * place);
            frame.obs(1, speed);
        }
    }
}
