package slmlab.search.pbt;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One interval of a population, and what its members did at the end of it.
///
/// @param number from 1
/// @param frame up to which its members were trained
/// @param members in the order of their numbers
public record Generation(int number, long frame, List<Member> members) {

    /// A member in one interval.
    ///
    /// @param member its number, from 0
    /// @param score mean return of the episodes that ended in this interval, the last 100 at most; where none did,
    ///     of the last 100 before; null if it failed or none has ended at all
    /// @param episodes that have ended since the beginning, those of the members that it copied
    /// @param error what it failed of; null if it did not
    /// @param point coordinates of its settings in this interval
    /// @param settings the same as values of a spec, by path
    /// @param parent whom it copied at the end; null if it continued on its own
    /// @param next coordinates of its settings from then on
    public record Member(
            int member,
            @Nullable Double score,
            long episodes,
            @Nullable String error,
            double[] point,
            Map<String, @Nullable Object> settings,
            @Nullable Integer parent,
            double[] next) {

        /// Return the score, NaN if there is none.
        public double scored() {
            return score == null ? Double.NaN : score;
        }
    }

    /// Return the member with the highest score, the first of equals; the first of all if all have failed.
    public Member best() {
        return members.stream()
                .max(Comparator.<Member>comparingDouble(
                                each -> each.score() == null ? Double.NEGATIVE_INFINITY : each.score())
                        .thenComparing(Member::member, Comparator.reverseOrder()))
                .orElseThrow();
    }
}
