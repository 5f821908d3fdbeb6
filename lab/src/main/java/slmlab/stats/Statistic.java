package slmlab.stats;

import java.util.Arrays;

/// A number that sums up scores.
public enum Statistic {
    /// The mean over tasks of the means over runs.
    MEAN("mean") {
        @Override
        public double of(Scores scores) {
            return mean(taskMeans(scores));
        }
    },

    /// The median over tasks of the means over runs; for a single task, of its runs.
    MEDIAN("median") {
        @Override
        public double of(Scores scores) {
            double[] values = scores.tasks() == 1 ? scores.sorted() : taskMeans(scores);
            Arrays.sort(values);
            int half = values.length / 2;
            return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
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

    private static double[] taskMeans(Scores scores) {
        double[] means = new double[scores.tasks()];
        Arrays.setAll(means, task -> mean(scores.runs(task)));
        return means;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
