package slmlab.judge.explain;

import java.util.Arrays;
import java.util.List;
import slmlab.env.NumpyRandom;
import slmlab.judge.Moment;
import slmlab.judge.Probe;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Ways to find out which components of an observation a choice depends on.
public enum Saliency {
    /// The gradient of the target by the observation (Simonyan et al. 2014, arXiv:1312.6034).
    GRADIENT("gradient") {
        @Override
        Attribution of(Probe probe, Moment moment, Reference reference) {
            load(probe, moment);
            System.arraycopy(moment.obs(), 0, probe.obs(), 0, probe.size());
            probe.run();
            return Attribution.of(row(probe.gradients(), probe.size()), probe.scores()[0], 1);
        }
    },
    /// The mean gradient over copies with noise (Smilkov et al. 2017, arXiv:1706.03825).
    SMOOTHGRAD("smoothgrad") {
        @Override
        Attribution of(Probe probe, Moment moment, Reference reference) {
            load(probe, moment);
            int size = probe.size();
            double score = GRADIENT.of(probe, moment, reference).score();
            NumpyRandom random = NumpyRandom.ofSeed(NOISE_SEED);
            double[] sums = new double[size];
            for (int done = 0; done < COPIES; done += probe.rows()) {
                for (int i = 0; i < probe.obs().length; i++) {
                    probe.obs()[i] =
                            (float) (moment.obs()[i % size] + NOISE * reference.range[i % size] * random.normal());
                }
                probe.run();
                add(probe.gradients(), Math.min(probe.rows(), COPIES - done) * size, sums);
            }
            for (int i = 0; i < size; i++) {
                sums[i] /= COPIES;
            }
            return Attribution.of(sums, score, COPIES);
        }
    },
    /// Integrated gradients from a baseline (Sundararajan et al. 2017, arXiv:1703.01365), by the mid-point rule:
    /// twice as many points until the parts sum to the difference that they share out.
    IG("ig") {
        @Override
        Attribution of(Probe probe, Moment moment, Reference reference) {
            load(probe, moment);
            double score = GRADIENT.of(probe, moment, reference).score();
            System.arraycopy(reference.baseline, 0, probe.obs(), 0, probe.size());
            probe.run();
            double baseline = probe.scores()[0];
            double difference = score - baseline;
            double wanted = GAP * Math.max(1, Math.abs(difference));
            for (int points = FEWEST_POINTS; ; points *= 2) {
                double[] parts = integrated(probe, reference.baseline, moment.obs(), points);
                double gap = Math.abs(Arrays.stream(parts).sum() - difference);
                if (gap < wanted || points == MOST_POINTS) {
                    return new Attribution(parts, score, baseline, points, gap, gap < wanted);
                }
            }
        }
    },
    /// Where the feature maps of the last convolution speak for the choice (Selvaraju et al. 2017,
    /// arXiv:1610.02391).
    GRADCAM("gradcam") {
        @Override
        Attribution of(Probe probe, Moment moment, Reference reference) {
            double score = GRADIENT.of(probe, moment, reference).score();
            Array maps = probe.maps();
            if (maps == null) {
                throw new IllegalArgumentException(
                        "--method gradcam needs a net with convolutions, and this one has none; ig works on every net");
            }
            return Attribution.of(weighted(maps, probe.mapGradients()), score, 1);
        }
    };

    static final int FEWEST_POINTS = 32;
    static final int MOST_POINTS = 4096;
    static final double GAP = 1e-3;
    private static final int COPIES = 50;
    private static final double NOISE = 0.1; // of the range of each component
    private static final long NOISE_SEED = 7;

    private final String word;

    Saliency(String word) {
        this.word = word;
    }

    /// Explain one state.
    ///
    /// @param probe of the picked choices
    abstract Attribution of(Probe probe, Moment moment, Reference reference);

    /// What an observation is compared with.
    ///
    /// @param range of each component over many states, for SmoothGrad
    /// @param baseline from which integrated gradients start
    record Reference(double[] range, float[] baseline) {}

    @Override
    public String toString() {
        return word;
    }

    /// Give every row the choice and the memories of a moment.
    static void load(Probe probe, Moment moment) {
        probe.fill("pick", moment.pick());
        moment.states().forEach(probe::fill);
    }

    /// Return (x − b)·∫ ∂F(b + t·(x − b))/∂x dt over t from 0 to 1.
    private static double[] integrated(Probe probe, float[] b, float[] x, int points) {
        int size = probe.size();
        double[] sums = new double[size];
        for (int done = 0; done < points; done += probe.rows()) {
            int now = Math.min(probe.rows(), points - done);
            for (int row = 0; row < now; row++) {
                double t = (done + row + 0.5) / points; // the middle of each piece
                for (int i = 0; i < size; i++) {
                    probe.obs()[row * size + i] = (float) (b[i] + t * (x[i] - b[i]));
                }
            }
            probe.run();
            add(probe.gradients(), now * size, sums);
        }
        for (int i = 0; i < size; i++) {
            sums[i] *= (x[i] - b[i]) / (double) points;
        }
        return sums;
    }

    /// Return ReLU(Σ_k α_k·A_k) of the first image, row by row; α_k is the mean gradient over map k.
    static double[] weighted(Array maps, Array gradients) {
        Shape shape = maps.shape(); // [rows, height, width, channels]
        int places = shape.dim(1) * shape.dim(2);
        int channels = shape.dim(3);
        double[] alpha = new double[channels];
        for (int at = 0; at < places * channels; at++) {
            alpha[at % channels] += gradients.floats()[at] / places;
        }
        double[] map = new double[places];
        for (int at = 0; at < places * channels; at++) {
            map[at / channels] += alpha[at % channels] * maps.floats()[at];
        }
        for (int i = 0; i < places; i++) {
            map[i] = Math.max(0, map[i]);
        }
        return map;
    }

    private static void add(float[] rows, int length, double[] sums) {
        for (int i = 0; i < length; i++) {
            sums[i % sums.length] += rows[i];
        }
    }

    private static double[] row(float[] rows, int size) {
        double[] row = new double[size];
        for (int i = 0; i < size; i++) {
            row[i] = rows[i];
        }
        return row;
    }

    /// Return the range of each component over several states; 255 for pixels.
    static double[] range(List<Moment> moments, boolean pixels) {
        int size = moments.getFirst().obs().length;
        double[] range = new double[size];
        for (int i = 0; i < size; i++) {
            float low = Float.POSITIVE_INFINITY;
            float high = Float.NEGATIVE_INFINITY;
            for (Moment moment : moments) {
                low = Math.min(low, moment.obs()[i]);
                high = Math.max(high, moment.obs()[i]);
            }
            range[i] = pixels ? 255 : high - low;
        }
        return range;
    }
}
