package slmlab.cli.python;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.Listener;
import slmlab.experiment.Run;
import slmlab.experiment.SessionResult;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.Metrics;
import slmlab.run.Table;

/// Tells Python what happens in a training. Where Python has callbacks, the session waits for its answer to a row or an
/// evaluation, so that a callback that stops the run stops it at that row.
final class TrainingEvents implements Listener {
    private final long training;
    private final Frames frames;
    private final boolean waits;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<Boolean>> unseen = new ConcurrentHashMap<>();
    private volatile @Nullable Run run;
    private volatile int at; // which run of the training
    private volatile boolean stopped;

    /// @param waits whether Python answers every row and evaluation
    TrainingEvents(long training, Frames frames, boolean waits) {
        this.training = training;
        this.frames = frames;
        this.waits = waits;
    }

    /// The run of this number begins next.
    void next(int index) {
        at = index;
    }

    /// That run has begun.
    void begun(Run begun, int count, String label, Plan plan) {
        run = begun;
        if (stopped) {
            begun.stop();
        }
        Map<String, Object> event = event("begin", at);
        event.put("count", count);
        event.put("label", label);
        event.put("folder", begun.folder().path().toAbsolutePath().toString());
        event.put("name", plan.spec().name());
        event.put("env", plan.env().name());
        event.put("algorithm", plan.algorithm().name());
        event.put("max_frame", plan.env().maxFrame());
        event.put("sessions", plan.meta().maxSession());
        event.put(
                "warnings",
                plan.warnings().stream()
                        .map(warning -> "%s %s".formatted(warning.path(), warning.message()))
                        .toList());
        frames.write(event);
    }

    private Map<String, Object> event(String name, int index) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("training", training);
        event.put("event", name);
        event.put("run", index);
        return event;
    }

    @Override
    public void row(int session, Table table, long episodes, double mean) {
        Map<String, Object> event = event("row", at);
        Map<String, Object> row = new LinkedHashMap<>();
        double[] values = table.row(table.size() - 1);
        List<String> columns = table.columns();
        for (int i = 0; i < values.length; i++) {
            row.put(columns.get(i), values[i]);
        }
        event.put("session", session);
        event.put("episodes", episodes);
        event.put(Metrics.MEAN_RETURN.name(), mean);
        event.put("row", row);
        tell(event);
    }

    @Override
    public void evaluation(int session, long frame, Evaluation.Result result) {
        Map<String, Object> event = event("evaluation", at);
        event.put("session", session);
        event.put("frame", frame);
        event.put("returns", result.returns());
        event.put("lengths", result.lengths());
        tell(event);
    }

    @Override
    public void end(int session, SessionResult result) {
        Map<String, Object> event = event("end", at);
        event.put("session", session);
        event.put("frame", result.frame());
        event.put(Metrics.MEAN_RETURN.name(), result.meanReturn());
        event.put("seconds", result.seconds());
        event.put("finished", result.finished());
        frames.write(event);
    }

    /// Send an event, and wait for its answer if Python gives one.
    private void tell(Map<String, Object> event) {
        if (!waits || stopped) {
            frames.write(event);
            return;
        }
        long number = numbers.incrementAndGet();
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        unseen.put(number, answer);
        if (stopped) { // meanwhile: nobody answers any more
            answer.complete(true);
        }
        event.put("number", number);
        frames.write(event);
        if (answer.join()) {
            stop();
        }
    }

    void seen(long number, boolean stop) {
        CompletableFuture<Boolean> answer = unseen.remove(number);
        if (answer != null) {
            answer.complete(stop);
        }
    }

    /// End the run at its next row, or sooner, and start no further one.
    void stop() {
        stopped = true;
        Run now = run;
        if (now != null) {
            now.stop();
        }
        unseen.values().forEach(answer -> answer.complete(true));
    }

    boolean isStopped() {
        return stopped;
    }

    @Override
    public boolean isEnough() {
        return stopped;
    }
}
