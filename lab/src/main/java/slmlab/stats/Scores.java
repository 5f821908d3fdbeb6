package slmlab.stats;

import java.util.Arrays;
import java.util.List;

/// Final scores of one algorithm: a row of runs for each task. Tasks may have different numbers of runs.
///
/// Scores of several tasks should be on one scale, for example shares of what an expert earns.
public final class Scores {
    private final double[][] tasks;

    private Scores(double[][] tasks) {
        this.tasks = tasks;
    }

    /// @param runs scores in one task
    public static Scores of(double... runs) {
        return ofTasks(List.of(runs));
    }

    /// @param tasks the scores in each
    public static Scores ofTasks(List<double[]> tasks) {
        if (tasks.isEmpty() || tasks.stream().anyMatch(runs -> runs.length == 0)) {
            throw new IllegalArgumentException("no scores: needs at least one run in each task");
        }
        for (double[] runs : tasks) {
            for (double score : runs) {
                if (!Double.isFinite(score)) {
                    throw new IllegalArgumentException("a score is %s; needs finite ones".formatted(score));
                }
            }
        }
        return new Scores(tasks.stream().map(double[]::clone).toArray(double[][]::new));
    }

    /// Return how many tasks there are.
    public int tasks() {
        return tasks.length;
    }

    /// Return the scores in a task; not to be changed.
    double[] runs(int task) {
        return tasks[task];
    }

    /// Return the number of runs of the task that has fewest.
    public int fewestRuns() {
        return Arrays.stream(tasks).mapToInt(runs -> runs.length).min().orElseThrow();
    }

    /// Return all scores in ascending order.
    double[] sorted() {
        return Arrays.stream(tasks).flatMapToDouble(Arrays::stream).sorted().toArray();
    }

    public double min() {
        return Arrays.stream(tasks).flatMapToDouble(Arrays::stream).min().orElseThrow();
    }

    public double max() {
        return Arrays.stream(tasks).flatMapToDouble(Arrays::stream).max().orElseThrow();
    }

    /// Return the standard error of the mean over tasks of the means over runs; NaN if a task has a single run.
    public double standardError() {
        double variance = 0;
        for (double[] runs : tasks) {
            double mean = Arrays.stream(runs).average().orElseThrow();
            double squares =
                    Arrays.stream(runs).map(run -> (run - mean) * (run - mean)).sum();
            variance += runs.length < 2 ? Double.NaN : squares / (runs.length - 1) / runs.length;
        }
        return Math.sqrt(variance) / tasks.length;
    }

    /// Return scores of the same form for a bootstrap to fill.
    Scores blank() {
        return new Scores(
                Arrays.stream(tasks).map(runs -> new double[runs.length]).toArray(double[][]::new));
    }
}
