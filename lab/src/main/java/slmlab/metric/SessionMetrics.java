package slmlab.metric;

import java.util.Arrays;
import slmlab.run.Table;

/// SLM-Lab's metrics of one session, from its checkpoint rows: Rᵢ is the return in row i, sᵢ = Rᵢ − R_random.
///
/// @param scalar one number for the session
/// @param local one number for each row
public record SessionMetrics(Scalar scalar, Local local) {

    /// @param totalRewardMa mean of the last 100 Rᵢ
    /// @param strength mean of sᵢ; maxStrength the largest sᵢ, finalStrength the last
    /// @param sampleEfficiency Σ(sᵢ / frameᵢ) / Σsᵢ
    /// @param trainingEfficiency the same with optimizer steps
    /// @param stability 1 − |Σ min(sᵢ₊₁ − sᵢ, 0) / Σsᵢ|, both without the last row
    public record Scalar(
            double totalRewardMa,
            double strength,
            double maxStrength,
            double finalStrength,
            double sampleEfficiency,
            double trainingEfficiency,
            double stability) {}

    /// @param stabilities one fewer than there are rows
    public record Local(
            double[] meanReturns,
            double[] strengths,
            double[] sampleEfficiencies,
            double[] trainingEfficiencies,
            double[] stabilities,
            double[] frames,
            double[] optSteps) {}

    /// Compute the metrics from the columns total_reward, frame and opt_step. A metric that needs more rows is
    /// NaN.
    ///
    /// @param randomReturn mean return of a random policy, see [Baselines]
    public static SessionMetrics of(Table table, double randomReturn) {
        double[] returns = table.column(Metrics.TOTAL_REWARD.name());
        double[] frames = table.column(Metrics.FRAME.name());
        double[] optSteps = table.column(Metrics.OPT_STEP.name());
        double[] strengths = Arrays.stream(returns).map(r -> r - randomReturn).toArray();
        double[] recent = Arrays.copyOfRange(returns, Math.max(0, returns.length - Series.WINDOW), returns.length);
        Scalar scalar = new Scalar(
                Series.mean(recent),
                Series.mean(strengths),
                Series.max(strengths),
                Series.last(strengths),
                Series.sum(perTime(strengths, frames)) / Series.sum(strengths),
                Series.sum(perTime(strengths, optSteps)) / Series.sum(strengths),
                stability(strengths));
        Local local = new Local(
                returns,
                strengths,
                efficiencies(strengths, frames),
                efficiencies(strengths, optSteps),
                stabilities(strengths),
                frames,
                optSteps);
        return new SessionMetrics(scalar, local);
    }

    /// Return sᵢ / tᵢ; NaN, which sums skip, where t is still 0.
    private static double[] perTime(double[] strengths, double[] times) {
        double[] ratios = new double[strengths.length];
        for (int i = 0; i < ratios.length; i++) {
            double ratio = strengths[i] / times[i];
            ratios[i] = Double.isInfinite(ratio) ? Double.NaN : ratio;
        }
        return ratios;
    }

    /// Return the efficiency up to each row.
    private static double[] efficiencies(double[] strengths, double[] times) {
        double[] above = Series.cumulativeSum(perTime(strengths, times));
        double[] below = Series.cumulativeSum(strengths);
        for (int i = 0; i < above.length; i++) {
            above[i] /= below[i];
        }
        return above;
    }

    private static double stability(double[] strengths) {
        double[] before = Arrays.copyOf(strengths, Math.max(0, strengths.length - 1));
        return 1 - Math.abs(Series.sum(drops(strengths)) / Series.sum(before));
    }

    private static double[] stabilities(double[] strengths) {
        double[] drops = drops(strengths);
        for (int i = 0; i < drops.length; i++) {
            drops[i] = 1 - Math.abs(drops[i] / strengths[i]);
        }
        return drops;
    }

    /// Return min(sᵢ₊₁ − sᵢ, 0) of every row but the last.
    private static double[] drops(double[] strengths) {
        double[] drops = new double[Math.max(0, strengths.length - 1)];
        for (int i = 0; i < drops.length; i++) {
            drops[i] = Math.min(strengths[i + 1] - strengths[i], 0);
        }
        return drops;
    }
}
