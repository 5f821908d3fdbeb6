package slmlab.agent.algorithm;

import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.VecEnv;

/// Two actions, of which one can be taken at a time: 1 in the first place, 0 in the second, which is the last.
final class Gate implements Env {

    /// An episode is cut short after its first step, in the second place.
    static VecEnv cut() {
        return new EnvVector("Gate", Gate::new, 1, 1);
    }

    @Override
    public Space obsSpace() {
        return Space.Box.of(0, 1, 1);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(2);
    }

    @Override
    public boolean hasActionMask() {
        return true;
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        show(frame, 0);
    }

    @Override
    public void step(Frame frame) {
        show(frame, 1);
    }

    private static void show(Frame frame, int place) {
        frame.obs(0, place);
        frame.mask(0, place == 1);
        frame.mask(1, place == 0);
    }
}
