package slmlab.board;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run in one row of the list.
///
/// @param id the name of its folder, by which the page asks for it
/// @param state `running`, `done`, `stopped` or `failed`
/// @param note why it failed or is thought to be stopped; empty for nothing to say
/// @param mean of the last 100 episodes' mean return over sessions; null before any
/// @param low end of the 95 % interval of that mean over sessions; null where there is none
/// @param change of the mean in the last tenth of the run; null if unknown
/// @param spark the curve in a few numbers
/// @param fps frames per second of one session
/// @param share of the frames that are run, 0 to 1; null if the budget is unknown
/// @param left seconds to the end; null if unknown or none
/// @param updated when a file of it was last written, in milliseconds
/// @param health a sentence if something looks wrong; empty if not
/// @param study the trials of a search, which is one row; null for a run
/// @param version of the catalog at which this card last changed
record RunCard(
        String id,
        String name,
        String env,
        String algorithm,
        Map<String, String> settings,
        String state,
        String note,
        int sessions,
        int maxSessions,
        @Nullable Double mean,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double change,
        List<@Nullable Float> spark,
        @Nullable Double fps,
        long frame,
        @Nullable Double share,
        @Nullable Double left,
        String started,
        String seed,
        long updated,
        String health,
        @Nullable Trials study,
        long version) {

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
        return new RunCard(
                id,
                name,
                env,
                algorithm,
                settings,
                state,
                note,
                sessions,
                maxSessions,
                mean,
                low,
                high,
                change,
                spark,
                fps,
                frame,
                share,
                left,
                started,
                seed,
                updated,
                health,
                study,
                newVersion);
    }
}
