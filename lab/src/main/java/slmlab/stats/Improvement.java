package slmlab.stats;

import java.util.Arrays;

/// The share of pairs of runs in which one algorithm beats another, as a mean over tasks: rliable's probability of
/// improvement. Ties count half (Mann and Whitney's U). It describes these runs; others may end otherwise.
public final class Improvement {
    private Improvement() {}

    /// @param b has as many tasks as `a`, in the same order
    public static double of(Scores a, Scores b) {
        if (a.tasks() != b.tasks()) {
            throw new IllegalArgumentException(
                    "scores in %s tasks beside scores in %s; needs the same tasks".formatted(a.tasks(), b.tasks()));
        }
        double sum = 0;
        for (int task = 0; task < a.tasks(); task++) {
            sum += share(a.runs(task), b.runs(task));
        }
        return sum / a.tasks();
    }

    private static double share(double[] a, double[] b) {
        double[] sorted = b.clone();
        Arrays.sort(sorted);
        double wins = 0;
        for (double score : a) {
            int below = firstNotBelow(sorted, score);
            int atMost = firstNotBelow(sorted, Math.nextUp(score));
            wins += below + (atMost - below) / 2.0;
        }
        return wins / ((double) a.length * b.length);
    }

    private static int firstNotBelow(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
