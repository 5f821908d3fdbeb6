package slmlab.experiment;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.VecEnv;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.TrialMetrics;
import slmlab.run.Table;
import slmlab.tensor.Variables;

/// Two listeners as one.
record TwoListeners(Listener first, Listener second) implements Listener {

    @Override
    public void begin(int session, long frame, long maxFrame) {
        first.begin(session, frame, maxFrame);
        second.begin(session, frame, maxFrame);
    }

    @Override
    public void running(int session, LongSupplier frame) {
        first.running(session, frame);
        second.running(session, frame);
    }

    @Override
    public void row(int session, Table table, long episodes, double mean) {
        first.row(session, table, episodes, mean);
        second.row(session, table, episodes, mean);
    }

    @Override
    public void evaluation(int session, long frame, Evaluation.Result result) {
        first.evaluation(session, frame, result);
        second.evaluation(session, frame, result);
    }

    @Override
    public void update(int session, long frame, int changed, int all) {
        first.update(session, frame, changed, all);
        second.update(session, frame, changed, all);
    }

    @Override
    public void weights(int session, long frame, Variables weights) {
        first.weights(session, frame, weights);
        second.weights(session, frame, weights);
    }

    @Override
    public void checkpoint(int session, long frame) {
        first.checkpoint(session, frame);
        second.checkpoint(session, frame);
    }

    @Override
    public void end(int session, SessionResult result) {
        first.end(session, result);
        second.end(session, result);
    }

    @Override
    public void end(TrialMetrics metrics) {
        first.end(metrics);
        second.end(metrics);
    }

    @Override
    public @Nullable Runnable watch(int session, VecEnv env) {
        Runnable one = first.watch(session, env);
        Runnable other = second.watch(session, env);
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return () -> {
            one.run();
            other.run();
        };
    }

    @Override
    public boolean isEnough() {
        return first.isEnough() || second.isEnough();
    }
}
