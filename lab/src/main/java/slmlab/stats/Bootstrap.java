package slmlab.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/// Intervals of 95 % by the percentile bootstrap, stratified: the runs of a task are drawn from that task's.
///
/// The same scores give the same interval. An interval from fewer than ten runs is too narrow, since so few runs
/// cannot show how far others would scatter.
public final class Bootstrap {
    private static final long SEED = 20_210_826;

    private final int draws;

    /// @param draws how many times to draw; 2,000 give two digits
    public Bootstrap(int draws) {
        if (draws < 40) {
            throw new IllegalArgumentException("%s draws; needs at least 40".formatted(draws));
        }
        this.draws = draws;
    }

    public Interval interval(Scores scores, ToDoubleFunction<Scores> statistic) {
        SplittableRandom random = new SplittableRandom(SEED);
        Scores drawn = scores.blank();
        double[] values = new double[draws];
        for (int i = 0; i < draws; i++) {
            draw(scores, drawn, random);
            values[i] = statistic.applyAsDouble(drawn);
        }
        return interval(values);
    }

    /// Do the same for a number that compares two, each drawn on its own.
    public Interval interval(Scores a, Scores b, ToDoubleBiFunction<Scores, Scores> statistic) {
        SplittableRandom random = new SplittableRandom(SEED);
        Scores drawnA = a.blank();
        Scores drawnB = b.blank();
        double[] values = new double[draws];
        for (int i = 0; i < draws; i++) {
            draw(a, drawnA, random);
            draw(b, drawnB, random);
            values[i] = statistic.applyAsDouble(drawnA, drawnB);
        }
        return interval(values);
    }

    private static void draw(Scores from, Scores to, SplittableRandom random) {
        for (int task = 0; task < from.tasks(); task++) {
            double[] runs = from.runs(task);
            double[] drawn = to.runs(task);
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = runs[random.nextInt(runs.length)];
            }
        }
    }

    private static Interval interval(double[] values) {
        Arrays.sort(values);
        return new Interval(percentile(values, 0.025), percentile(values, 0.975));
    }

    /// Return a percentile of sorted values, between two of them in proportion, as numpy does.
    private static double percentile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
