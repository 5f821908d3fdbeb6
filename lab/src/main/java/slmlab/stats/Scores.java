package slmlab.stats;

import java.util.Arrays;
import java.util.List;

/// Final scores of one algorithm: a row of runs for each task. Tasks may have different numbers of runs.
///
/// Scores of several tasks should be on one scale, for example fractions of an expert's return.
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
        return Math.sqrt(Arrays.stream(tasks).mapToDouble(Scores::squaredError).sum()) / tasks.length;
    }

    /// Return the degrees of freedom of that error, by Satterthwaite: n − 1 for a single task.
    double freedom() {
        double sum = 0;
        double below = 0;
        for (double[] runs : tasks) {
            double error = squaredError(runs);
            sum += error;
            below += error * error / (runs.length - 1);
        }
        return sum * sum / below;
    }

    /// Return the squared standard error of the mean of one task: 0 for equal runs, whatever the rounding.
    private static double squaredError(double[] runs) {
        if (runs.length < 2) {
            return Double.NaN;
        }
        if (Arrays.stream(runs).allMatch(run -> run == runs[0])) {
            return 0;
        }
        double mean = Arrays.stream(runs).average().orElseThrow();
        double squares =
                Arrays.stream(runs).map(run -> (run - mean) * (run - mean)).sum();
        return squares / (runs.length - 1) / runs.length;
    }
}
