package slmlab.experiment;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.VecEnv;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.TrialMetrics;
import slmlab.run.Table;
import slmlab.tensor.Variables;

/// Callbacks of a run. Sessions call them from their own threads and wait for them to return.
public interface Listener {

    /// A listener that does nothing.
    Listener NONE = new Listener() {};

    /// A session begins, or resumes from `frame`.
    default void begin(int session, long frame, long maxFrame) {}

    /// A session runs from here on.
    ///
    /// @param frame which frame it is at, to be asked at any time and by any thread
    default void running(int session, LongSupplier frame) {}

    /// A row was added to a session's table.
    ///
    /// @param table all rows so far; read it here and do not keep it
    /// @param episodes how many have ended
    /// @param mean return of the last 100 of them
    default void row(int session, Table table, long episodes, double mean) {}

    /// A deterministic evaluation was made.
    default void evaluation(int session, long frame, Evaluation.Result result) {}

    /// An update was checked, as in `dev`.
    ///
    /// @param changed how many of the `all` arrays of weights it changed; all of them are finite
    default void update(int session, long frame, int changed, int all) {}

    /// The weights after a row, in `dev`; read them here and do not keep them.
    default void weights(int session, long frame, Variables weights) {}

    /// A resumable state is being written.
    default void checkpoint(int session, long frame) {}

    /// A session is over, or stopped before its end.
    default void end(int session, SessionResult result) {}

    /// All sessions are over.
    default void end(TrialMetrics metrics) {}

    /// Return what to do after every step of a session, for example draw its env; null for nothing.
    default @Nullable Runnable watch(int session, VecEnv env) {
        return null;
    }

    /// Return a listener that passes everything on to two.
    default Listener and(Listener other) {
        return new TwoListeners(this, other);
    }

    /// Asked after every row: whether to end the run here, with a checkpoint.
    default boolean isEnough() {
        return false;
    }
}
