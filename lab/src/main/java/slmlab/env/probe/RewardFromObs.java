package slmlab.env.probe;

import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Probe: one step, obs −1 or 1 at random, and that is the reward for any action. V(o) = o.
final class RewardFromObs implements Env, Drawable {
    private final boolean continuous;
    private int shown;

    RewardFromObs(boolean continuous) {
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
        shown = SmallEnvs.sign(random);
        frame.obs(0, shown);
    }

    @Override
    public void step(Frame frame) {
        frame.reward(shown);
        frame.terminate();
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.probe(canvas, width, height, -1, 1, shown);
    }
}
