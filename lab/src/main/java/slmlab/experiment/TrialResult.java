package slmlab.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.report.RunFolder;
import slmlab.report.TrialMetrics;

/// The result of a trial.
///
/// @param metrics SLM-Lab's numbers; null if no session came as far as a row
/// @param warnings what cost no result: curves that could not be drawn, an env without a random baseline
public record TrialResult(
        RunFolder folder,
        List<SessionResult> sessions,
        @Nullable TrialMetrics metrics,
        List<String> warnings) {

    /// Whether every session reached its last frame, or the end that `early_stop` gave it.
    public boolean finished() {
        return sessions.stream().allMatch(SessionResult::finished);
    }

    /// Return the mean over the sessions of the mean of the last 100 rows' returns.
    public double totalRewardMa() {
        return sessions.stream()
                .mapToDouble(SessionResult::totalRewardMa)
                .average()
                .orElse(Double.NaN);
    }
}
