package slmlab.track;

import java.util.List;
import java.util.SequencedMap;

/// What a run has to tell its trackers.
public sealed interface Event {
    /// Return the index of the session.
    int session();

    /// A session begins, or resumes after `frame`: later rows of an earlier process do not count any more.
    record Begin(int session, long frame, double seconds) implements Event {}

    /// A row of a session's table.
    ///
    /// @param phase `train` or `eval`
    /// @param seconds since 1970
    /// @param values one per name, NaN for a missing one
    record Row(int session, String phase, long frame, double seconds, List<String> names, double[] values)
            implements Event {}

    /// How the weights of each array are distributed.
    record Weights(int session, long frame, double seconds, SequencedMap<String, Histogram> arrays) implements Event {}

    /// A session is over.
    ///
    /// @param isFinished whether it has run to its end; else it can be resumed
    record End(int session, boolean isFinished, double seconds) implements Event {}
}
