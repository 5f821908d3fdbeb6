package slmlab.judge.robust;

import slmlab.env.NumpyRandom;
import slmlab.judge.Perturbed;

/// Sensors that do not work as in training.
final class Sensors {
    private static final long SEED = 23;

    private Sensors() {}

    /// Add Gaussian noise of `level` standard deviations.
    static Perturbed.Change noise(double level, double[] scale) {
        NumpyRandom random = NumpyRandom.ofSeed(SEED);
        return (obs, _) -> {
            for (int i = 0; i < obs.length; i++) {
                obs[i] += (float) (level * scale[i % scale.length] * random.normal());
            }
            return obs;
        };
    }

    /// Replace each number by 0 with a probability.
    static Perturbed.Change dropout(double probability) {
        NumpyRandom random = NumpyRandom.ofSeed(SEED);
        return (obs, _) -> {
            for (int i = 0; i < obs.length; i++) {
                obs[i] = random.random() < probability ? 0 : obs[i];
            }
            return obs;
        };
    }

    /// Multiply pixels; the newest brightness lies within a byte.
    static Perturbed.Change brightness(double factor) {
        return (obs, _) -> {
            for (int i = 0; i < obs.length; i++) {
                obs[i] = (float) Math.clamp(obs[i] * factor, 0, 255);
            }
            return obs;
        };
    }

    /// Show what was seen `steps` steps ago; at the start of an episode its first observation.
    static Perturbed.Change delay(int steps, int envs) {
        float[][] past = new float[steps + 1][];
        int[] now = {0};
        return (obs, step) -> {
            int row = obs.length / envs;
            past[now[0] % past.length] = obs;
            for (int env = 0; env < envs; env++) {
                boolean begins = now[0] == 0
                        || step.terminated().bytes()[env] + step.truncated().bytes()[env] > 0;
                for (int k = 0; begins && k < past.length; k++) {
                    past[k] = past[k] == null ? obs.clone() : past[k];
                    System.arraycopy(obs, env * row, past[k], env * row, row);
                }
            }
            float[] shown = past[(now[0] + 1) % past.length]; // the oldest
            now[0]++;
            return shown;
        };
    }
}
