package slmlab.board;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run in one row of the list. The page gets the parts as one flat object.
///
/// @param id the name of its folder, by which the page asks for it
/// @param updated when a file of it was last written, in milliseconds
/// @param study the trials of a search, which is one row; null for a run
/// @param version of the catalog at which this card last changed
record RunCard(
        String id,
        @JsonUnwrapped About about,
        @JsonUnwrapped Status status,
        @JsonUnwrapped Score score,
        @JsonUnwrapped Progress progress,
        long updated,
        @Nullable Trials study,
        long version) {

    /// What the run is.
    ///
    /// @param settings keys that the command line set
    /// @param started time in UTC; empty if unknown
    record About(
            String name, String env, String algorithm, Map<String, String> settings, String started, String seed) {}

    /// How the run is.
    ///
    /// @param state `running`, `done`, `stopped` or `failed`
    /// @param note why it failed or is thought to be stopped; empty for nothing to say
    /// @param health a sentence if something looks wrong; empty if not
    record Status(String state, String note, String health) {}

    /// What the run has reached.
    ///
    /// @param mean of the last 100 episodes' mean return over sessions; null before any
    /// @param low end of the 95 % interval of that mean over sessions; null where there is none
    /// @param change of the mean in the last tenth of the run; null if unknown
    /// @param spark the curve in a few numbers
    record Score(
            @Nullable Double mean,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double change,
            List<@Nullable Float> spark) {
        static final Score NONE = new Score(null, null, null, null, List.of());
    }

    /// How far the run is.
    ///
    /// @param sessions that have begun
    /// @param fps frames per second of one session
    /// @param share of the frames that are run, 0 to 1; null if the budget is unknown
    /// @param left seconds to the end; null if unknown or none
    record Progress(
            int sessions,
            int maxSessions,
            long frame,
            @Nullable Double fps,
            @Nullable Double share,
            @Nullable Double left) {
        static final Progress NONE = new Progress(0, 0, 0, null, null, null);
    }

    /// How many trials of a search there are, by their states.
    ///
    /// @param all how many there are to be
    /// @param best number of the best; null before there is one
    record Trials(
            int all,
            long done,
            long running,
            long pruned,
            long failed,
            @Nullable Integer best) {}

    RunCard at(long newVersion) {
        return new RunCard(id, about, status, score, progress, updated, study, newVersion);
    }
}
