package slmlab.experiment;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import slmlab.metric.Metrics;
import slmlab.run.Table;

/// The result of a session.
///
/// @param seconds of training, those before a resume too
/// @param finished whether it reached its last frame, or the end that `early_stop` gave it
/// @param earlyStop why it ended before its last frame; null if it did not
/// @param table a row every `log_frequency` frames
/// @param evaluations a row every `eval_frequency` frames; null without `rigorous_eval`
/// @param episodes how many have ended
/// @param returns of the last 100 of them, or of as many as there are, the oldest first
/// @param meanReturn mean of those; NaN before any
public record SessionResult(
        int session,
        long frame,
        double seconds,
        boolean finished,
        @Nullable String earlyStop,
        Table table,
        @Nullable Table evaluations,
        long episodes,
        List<Double> returns,
        double meanReturn) {

    /// Return the result of a session that was stopped before it began.
    static SessionResult notBegun(int session) {
        return new SessionResult(
                session,
                0,
                0,
                false,
                null,
                new Table(List.of(Metrics.TOTAL_REWARD_MA.name())),
                null,
                0,
                List.of(),
                Double.NaN);
    }

    /// Return the mean return of the last evaluation; empty if there was none.
    public OptionalDouble evaluation() {
        return evaluations == null || evaluations.size() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(evaluations.last(Metrics.TOTAL_REWARD.name(), 1)[0]);
    }

    /// Return SLM-Lab's number: the mean of `total_reward` over the last 100 rows.
    public double totalRewardMa() {
        double[] averages = table.column(Metrics.TOTAL_REWARD_MA.name());
        return averages.length == 0 ? Double.NaN : averages[averages.length - 1];
    }

    public double framesPerSecond() {
        return frame / seconds;
    }
}
