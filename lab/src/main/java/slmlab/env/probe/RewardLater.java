package slmlab.env.probe;

import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Probe: two steps, reward 0 and then 1 for any actions; the obs counts the steps taken. V(0) = γ, V(1) = 1.
final class RewardLater implements Env, Drawable {
    private static final int STEPS = 2;

    private final boolean continuous;
    private int taken;

    RewardLater(boolean continuous) {
        this.continuous = continuous;
    }

    @Override
    public Space obsSpace() {
        return Space.Box.of(0, STEPS, 1);
    }

    @Override
    public Space actionSpace() {
        return SmallEnvs.probeAction(continuous);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        taken = 0;
        frame.obs(0, taken);
    }

    @Override
    public void step(Frame frame) {
        taken++;
        frame.obs(0, taken);
        if (taken == STEPS) {
            frame.reward(1);
            frame.terminate();
        }
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.probe(canvas, width, height, 0, STEPS, taken);
    }
}
