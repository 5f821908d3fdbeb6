package slmlab.judge;

import slmlab.env.Step;

/// Mean and standard deviation of each component of the observations that pass by; it changes none of them.
public final class Spread implements Perturbed.Change {
    private final double[] means;
    private final double[] squares;
    private long count;

    /// @param size components of one observation
    public Spread(int size) {
        this.means = new double[size];
        this.squares = new double[size];
    }

    public int size() {
        return means.length;
    }

    @Override
    public float[] of(float[] obs, Step step) {
        for (int from = 0; from < obs.length; from += means.length) {
            count++;
            for (int i = 0; i < means.length; i++) {
                double before = obs[from + i] - means[i];
                means[i] += before / count;
                squares[i] += before * (obs[from + i] - means[i]); // Welford's sum
            }
        }
        return obs;
    }

    float[] means() {
        float[] all = new float[means.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (float) means[i];
        }
        return all;
    }

    public double[] deviations() {
        double[] all = new double[means.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.sqrt(squares[i] / Math.max(1, count));
        }
        return all;
    }
}
