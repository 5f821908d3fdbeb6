package slmlab.env.probe;

import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Probe: episodes of one step, whose reward depends on the obs, the action, both or neither.
final class OneStepProbe implements Env, Drawable {
    private final boolean continuous;
    private final boolean random;
    private final Reward reward;
    private int shown;

    /// @param random whether the obs is −1 or 1 at random; else it is 0
    OneStepProbe(boolean continuous, boolean random, Reward reward) {
        this.continuous = continuous;
        this.random = random;
        this.reward = reward;
    }

    /// What a step is rewarded with.
    interface Reward {
        double of(OneStepProbe probe, Frame frame, int obs);
    }

    /// Reward the right action, 1 or −1. Discrete: action 1 for 1 and action 0 for −1; it gives 1, the other −1.
    /// Continuous: a gives 1 − (a − right / 2)².
    double forAction(Frame frame, int right) {
        if (continuous) {
            double off = frame.actionValue(0) - 0.5 * right;
            return 1 - off * off;
        }
        return (frame.action() == 1) == (right == 1) ? 1 : -1;
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
    public void reset(NumpyRandom draws, Frame frame) {
        shown = random ? SmallEnvs.sign(draws) : 0;
        frame.obs(0, shown);
    }

    @Override
    public void step(Frame frame) {
        frame.reward(reward.of(this, frame, shown));
        frame.terminate();
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.probe(canvas, width, height, -1, 1, shown);
    }
}
