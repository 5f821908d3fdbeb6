package slmlab.metric;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// SLM-Lab's metrics of one trial, from those of its sessions.
///
/// @param scalar one number for the trial
/// @param local one series per session
public record TrialMetrics(Scalar scalar, Local local) {

    /// Means over the sessions, and two more.
    ///
    /// @param frame the first session's last frame
    /// @param consistency 1 − 2·Σᵢ stdⱼ(sᵢⱼ) / Σᵢ meanⱼ(sᵢⱼ), std with n − 1; NaN for one session
    public record Scalar(
            double frame,
            double totalRewardMa,
            double strength,
            double maxStrength,
            double finalStrength,
            double sampleEfficiency,
            double trainingEfficiency,
            double stability,
            double consistency) {}

    /// @param consistencies one number per row, up to the end of the shortest session
    /// @param frames those of the first session
    /// @param optSteps those of the first session
    public record Local(
            List<double[]> meanReturns,
            List<double[]> strengths,
            List<double[]> sampleEfficiencies,
            List<double[]> trainingEfficiencies,
            List<double[]> stabilities,
            double[] consistencies,
            double[] frames,
            double[] optSteps) {}

    /// @param sessions at least one, in order
    public static TrialMetrics of(List<SessionMetrics> sessions) {
        SessionMetrics.Local first = sessions.getFirst().local();
        List<double[]> strengths = series(sessions, SessionMetrics.Local::strengths);
        Scalar scalar = new Scalar(
                Series.last(first.frames()),
                mean(sessions, SessionMetrics.Scalar::totalRewardMa),
                mean(sessions, SessionMetrics.Scalar::strength),
                mean(sessions, SessionMetrics.Scalar::maxStrength),
                mean(sessions, SessionMetrics.Scalar::finalStrength),
                mean(sessions, SessionMetrics.Scalar::sampleEfficiency),
                mean(sessions, SessionMetrics.Scalar::trainingEfficiency),
                mean(sessions, SessionMetrics.Scalar::stability),
                consistency(strengths));
        Local local = new Local(
                series(sessions, SessionMetrics.Local::meanReturns),
                strengths,
                series(sessions, SessionMetrics.Local::sampleEfficiencies),
                series(sessions, SessionMetrics.Local::trainingEfficiencies),
                series(sessions, SessionMetrics.Local::stabilities),
                consistencies(strengths),
                first.frames(),
                first.optSteps());
        return new TrialMetrics(scalar, local);
    }

    /// Return the line to grep for: `trial_metrics: frame:2.00e+05 | total_reward_ma:498.94 | …`.
    public String line() {
        return Stream.of(
                        Metrics.FRAME.text(scalar.frame),
                        Metrics.TOTAL_REWARD_MA.text(scalar.totalRewardMa),
                        Metrics.STRENGTH.text(scalar.strength),
                        Metrics.MAX_STRENGTH.text(scalar.maxStrength),
                        Metrics.FINAL_STRENGTH.text(scalar.finalStrength),
                        Metrics.SAMPLE_EFFICIENCY.text(scalar.sampleEfficiency),
                        Metrics.TRAINING_EFFICIENCY.text(scalar.trainingEfficiency),
                        Metrics.STABILITY.text(scalar.stability),
                        Metrics.CONSISTENCY.text(scalar.consistency))
                .collect(Collectors.joining(" | ", "trial_metrics: ", ""));
    }

    private static double mean(List<SessionMetrics> sessions, ToDoubleFunction<SessionMetrics.Scalar> metric) {
        return Series.mean(sessions.stream()
                .map(SessionMetrics::scalar)
                .mapToDouble(metric)
                .toArray());
    }

    private static List<double[]> series(
            List<SessionMetrics> sessions, Function<SessionMetrics.Local, double[]> metric) {
        return sessions.stream().map(SessionMetrics::local).map(metric).toList();
    }

    private static double consistency(List<double[]> strengths) {
        if (strengths.size() < 2) {
            return Double.NaN;
        }
        double[][] rows = Series.rows(strengths);
        double spread = Series.sum(Stream.of(rows).mapToDouble(Series::std).toArray());
        return 1
                - 2
                        * spread
                        / Series.sum(Stream.of(rows).mapToDouble(Series::mean).toArray());
    }

    private static double[] consistencies(List<double[]> strengths) {
        return Stream.of(Series.rows(strengths))
                .mapToDouble(row -> 1 - 2 * Series.std(row) / Series.mean(row))
                .toArray();
    }
}
