package slmlab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import slmlab.metric.TrialMetrics;
import slmlab.run.RunFolder;

/// The result of a trial.
///
/// @param metrics SLM-Lab's numbers; null if no session came as far as a row
/// @param warnings what cost no result: curves that could not be drawn, an env without a random baseline
public record TrialResult(
        RunFolder folder,
        List<SessionResult> sessions,
        @Nullable TrialMetrics metrics,
        List<String> warnings) {

    /// Return the same with more to warn of.
    TrialResult withWarnings(List<String> more) {
        List<String> all = new ArrayList<>(warnings);
        all.addAll(more);
        return new TrialResult(folder, sessions, metrics, all);
    }

    /// Whether every session reached its last frame, or the end that `early_stop` gave it.
    public boolean finished() {
        return sessions.stream().allMatch(SessionResult::finished);
    }

    /// Return the mean return of the last 100 episodes, over the sessions in which an episode ended; NaN if in
    /// none.
    public double meanReturn() {
        return sessions.stream()
                .mapToDouble(SessionResult::meanReturn)
                .filter(each -> !Double.isNaN(each))
                .average()
                .orElse(Double.NaN);
    }

    /// Return the mean return of the sessions' last evaluations; empty without `rigorous_eval`.
    public OptionalDouble evaluation() {
        return sessions.stream()
                .map(SessionResult::evaluation)
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }

    /// Return SLM-Lab's number: the mean of `total_reward` over the last 100 rows, and over the sessions.
    public double totalRewardMa() {
        return sessions.stream()
                .mapToDouble(SessionResult::totalRewardMa)
                .average()
                .orElse(Double.NaN);
    }
}
