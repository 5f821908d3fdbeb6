package slmlab.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.report.Table;

/// The result of a session.
///
/// @param seconds of training, those before a resume too
/// @param finished whether it reached its last frame, or the end that `early_stop` gave it
/// @param earlyStop why it ended before its last frame; null if it did not
public record SessionResult(
        int session,
        long frame,
        double seconds,
        boolean finished,
        @Nullable String earlyStop,
        Table table,
        double meanReturn) {

    /// Return the result of a session that was stopped before it began.
    static SessionResult notBegun(int session) {
        return new SessionResult(session, 0, 0, false, null, new Table(List.of("total_reward_ma")), Double.NaN);
    }

    /// Return the mean of the last 100 rows' returns.
    public double totalRewardMa() {
        double[] averages = table.column("total_reward_ma");
        return averages.length == 0 ? Double.NaN : averages[averages.length - 1];
    }

    public double framesPerSecond() {
        return frame / seconds;
    }
}
