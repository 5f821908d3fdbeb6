package slmlab.agent.algorithm;

import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.DType;

/// An environment of chance for any space of actions: observations, rewards, ends and masks are drawn at each step.
public final class Noise implements Env {
    static final int LIMIT = 9; // steps of an episode that nothing else ends

    private final Space obs;
    private final Space action;
    private final boolean masked;
    private final double scale;
    private NumpyRandom random = NumpyRandom.ofSeed(0);

    private Noise(Space obs, Space action, boolean masked, double scale) {
        this.scale = scale;
        this.obs = obs;
        this.action = action;
        this.masked = masked;
    }

    static VecEnv of(Space obs, Space action, boolean masked, int envs) {
        return of(obs, action, masked, envs, 1);
    }

    /// @param scale of observations
    static VecEnv of(Space obs, Space action, boolean masked, int envs, double scale) {
        return new EnvVector("Noise", () -> new Noise(obs, action, masked, scale), envs, LIMIT);
    }

    @Override
    public Space obsSpace() {
        return obs;
    }

    @Override
    public Space actionSpace() {
        return action;
    }

    @Override
    public boolean hasActionMask() {
        return masked;
    }

    @Override
    public void reset(NumpyRandom source, Frame frame) {
        random = source;
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        frame.reward(random.normal());
        if (random.choice(8) == 0) {
            frame.terminate();
        }
        show(frame);
    }

    private void show(Frame frame) {
        boolean pixels = obs.rowType() == DType.UINT8;
        for (int i = 0; i < obs.row().volume(); i++) {
            if (pixels) {
                frame.pixel(i, random.choice(256));
            } else {
                frame.obs(i, scale * (3 + 2 * random.normal())); // far from mean 0 and variance 1
            }
        }
        if (action instanceof Space.Discrete(int n, int _) && masked) {
            int open = random.choice(n); // at least this one
            for (int i = 0; i < n; i++) {
                frame.mask(i, i == open || random.choice(2) == 0);
            }
        }
    }
}
