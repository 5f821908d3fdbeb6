package slmlab.env.probe;

import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Probe: one step, obs 0, reward 1 for any action. V(0) = 1.
final class ConstantReward implements Env, Drawable {
    private final boolean continuous;

    ConstantReward(boolean continuous) {
        this.continuous = continuous;
    }

    @Override
    public Space obsSpace() {
        return Space.Box.of(-1, 1, 1);
    }

    @Override
    public Space actionSpace() {
        return SmallEnvs.probeAction(continuous);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        frame.obs(0, 0);
    }

    @Override
    public void step(Frame frame) {
        frame.reward(1);
        frame.terminate();
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.probe(canvas, width, height, -1, 1, 0);
    }
}
