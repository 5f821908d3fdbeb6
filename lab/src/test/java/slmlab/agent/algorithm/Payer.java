package slmlab.agent.algorithm;

import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.VecEnv;

/// Shows nothing and pays the same rewards in turn, whatever is done.
final class Payer implements Env {
    private final double[] rewards;
    private int given;

    private Payer(double... rewards) {
        this.rewards = rewards;
    }

    static VecEnv of(double... rewards) {
        return new EnvVector("Payer", () -> new Payer(rewards), 1, 0);
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
    public void reset(NumpyRandom random, Frame frame) {
        frame.obs(0, 0);
    }

    @Override
    public void step(Frame frame) {
        frame.reward(rewards[given++ % rewards.length]);
    }
}
