package slmlab.env.probe;

import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Probe: one step, obs −1 or 1 at random, which tells the right action. Discrete: action 1 is right for obs 1
/// and action 0 for obs −1: reward 1, else −1. Continuous: a gives 1 − (a − obs / 2)².
final class RewardFromObsAndAction implements Env, Drawable {
    private final boolean continuous;
    private int shown;

    RewardFromObsAndAction(boolean continuous) {
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
        if (continuous) {
            double off = frame.actionValue(0) - 0.5 * shown;
            frame.reward(1 - off * off);
        } else {
            frame.reward((frame.action() == 1) == (shown == 1) ? 1 : -1);
        }
        frame.terminate();
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.probe(canvas, width, height, -1, 1, shown);
    }
}
