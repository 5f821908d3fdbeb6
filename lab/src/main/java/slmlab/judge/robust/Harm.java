package slmlab.judge.robust;

import java.util.Arrays;
import slmlab.experiment.record.Evaluation;

/// What is left of an agent's returns under one attack or shift.
///
/// @param mean of the returns
/// @param quantile below which 5 % of the episodes lie
/// @param worst the lowest return
/// @param kept share of the nominal mean return that is left, from 0 to 1
public record Harm(double mean, double quantile, double worst, double kept) {
    private static final double LOW = 0.05;

    static Harm of(Evaluation.Result result, double nominal) {
        double[] sorted = result.returns().clone();
        Arrays.sort(sorted);
        return new Harm(result.mean(), quantile(sorted), sorted[0], kept(result.mean(), nominal));
    }

    /// Interpolate between the two returns beside the quantile, as NumPy does.
    private static double quantile(double[] sorted) {
        double at = LOW * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /// Return which share of a return is left: half of 500 is 250, and half as good as −150 is −300.
    static double kept(double mean, double nominal) {
        if (mean >= nominal) {
            return 1;
        }
        if (nominal > 0) {
            return Math.max(0, mean / nominal);
        }
        return nominal == 0 ? 0 : nominal / mean;
    }
}
