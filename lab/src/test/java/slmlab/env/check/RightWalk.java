package slmlab.env.check;

import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// A walk on ten places with a random start, right in every way; each test breaks one thing.
class RightWalk implements Env {
    int at;
    int taken;

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
        at = (int) random.integers(1, 10);
        taken = 0;
        frame.obs(0, at);
    }

    @Override
    public void step(Frame frame) {
        at = Math.clamp(at + (frame.action() == 1 ? 1 : -1), 0, 10);
        taken++;
        frame.obs(0, at);
        frame.reward(at);
    }
}
