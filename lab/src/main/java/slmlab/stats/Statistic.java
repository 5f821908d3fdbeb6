package slmlab.stats;

import java.util.Arrays;

/// A number that sums up scores.
public enum Statistic {
    /// The mean over tasks of the means over runs.
    MEAN("mean") {
        @Override
        public double of(Scores scores) {
            double sum = 0;
            for (int task = 0; task < scores.tasks(); task++) {
                sum += Arrays.stream(scores.runs(task)).sum() / scores.runs(task).length;
            }
            return sum / scores.tasks();
        }
    },

    /// The mean of the middle half of all runs: as robust as a median, and steadier.
    INTERQUARTILE_MEAN("interquartile mean") {
        @Override
        public double of(Scores scores) {
            double[] sorted = scores.sorted();
            int cut = (int) (0.25 * sorted.length);
            double sum = 0;
            for (int i = cut; i < sorted.length - cut; i++) {
                sum += sorted[i];
            }
            return sum / (sorted.length - 2 * cut);
        }
    };

    private final String words;

    Statistic(String words) {
        this.words = words;
    }

    public abstract double of(Scores scores);

    @Override
    public String toString() {
        return words;
    }
}
