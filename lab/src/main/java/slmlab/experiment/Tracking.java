package slmlab.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.track.Event;
import slmlab.track.Histogram;
import slmlab.track.Trackers;

/// Hands the rows of a run to its trackers. Sessions do not wait for them.
final class Tracking implements Listener {
    private static final double SECOND = 1e3;
    private static final List<String> EVALUATION =
            Metrics.names(List.of(Metrics.TOTAL_REWARD, Metrics.TOTAL_REWARD_STD, Metrics.LENGTH, Metrics.FRAME));

    private final Trackers trackers;
    private final Set<Integer> running = new ConcurrentSkipListSet<>();

    private Tracking(Trackers trackers) {
        this.trackers = trackers;
    }

    /// @param words which trackers, as [Trackers#checked] returns them
    /// @param log is told once what goes wrong with a tracker
    static Tracking of(List<String> words, RunFolder folder, Consumer<String> log) {
        return new Tracking(Trackers.open(words, folder, System.getenv(), log));
    }

    @Override
    public void begin(int session, long frame, long maxFrame) {
        running.add(session);
        trackers.offer(new Event.Begin(session, frame, now()));
    }

    @Override
    public void row(int session, Table table, long episodes, double mean) {
        if (!trackers.isEmpty()) {
            double[] row = table.row(table.size() - 1);
            long frame = (long) row[table.columns().indexOf(Metrics.FRAME.name())];
            trackers.offer(new Event.Row(session, Phase.TRAIN.toString(), frame, now(), table.columns(), row));
        }
    }

    @Override
    public void evaluation(int session, long frame, Evaluation.Result result) {
        double[] row = {result.mean(), result.std(), result.meanLength(), frame};
        trackers.offer(new Event.Row(session, Phase.EVAL.toString(), frame, now(), EVALUATION, row));
    }

    @Override
    public void weights(int session, long frame, Variables weights) {
        if (!trackers.isEmpty()) {
            SequencedMap<String, Histogram> arrays = new LinkedHashMap<>();
            for (Variable variable : weights.all()) {
                arrays.put(variable.name(), Histogram.of(variable.array().floats()));
            }
            trackers.offer(new Event.Weights(session, frame, now(), arrays));
        }
    }

    @Override
    public void end(int session, SessionResult result) {
        running.remove(session);
        trackers.offer(new Event.End(session, result.finished(), now()));
    }

    /// Deliver what is waiting; return what was not delivered, in words.
    List<String> close() {
        running.forEach(session -> trackers.offer(new Event.End(session, false, now()))); // they have failed
        return trackers.close();
    }

    private static double now() {
        return System.currentTimeMillis() / SECOND;
    }
}
