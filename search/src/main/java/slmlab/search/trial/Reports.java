package slmlab.search.trial;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.Listener;
import slmlab.experiment.SessionResult;
import slmlab.metric.Metrics;
import slmlab.run.Table;
import slmlab.search.study.Claim;
import slmlab.search.study.Study;

/// Passes the rows of a trial on to its study, and ends the trial where the study says so.
///
/// The score at a frame is the mean over the sessions, reported once all of them have come as far.
final class Reports implements Listener {
    private final Study study;
    private final Claim claim;
    private final int sessions;
    private final AtomicBoolean all;
    private final AtomicBoolean stop;
    private final LongConsumer frames;
    private final Map<Long, double[]> sums = new TreeMap<>(); // sum and count of the scores, by frame
    private final int[] rows; // of each session, added so far
    private final long[] seen; // the last frame of each session
    private volatile boolean lost;
    private volatile boolean pruned;
    private volatile @Nullable UncheckedIOException broken;

    /// @param all ends all trials: a budget that is spent with a row ends this one at that row
    /// @param stop ends the trial
    /// @param frames gets the number of new frames with each row
    Reports(Study study, Claim claim, int sessions, AtomicBoolean all, AtomicBoolean stop, LongConsumer frames) {
        this.study = study;
        this.claim = claim;
        this.sessions = sessions;
        this.all = all;
        this.stop = stop;
        this.frames = frames;
        this.rows = new int[sessions];
        this.seen = new long[sessions];
    }

    /// A worker may have been lost between a report and the question whether to continue.
    @Override
    public synchronized void begin(int session, long frame, long maxFrame) {
        seen[session] = frame;
        if (frame > 0 && claim.attempt() > 1) {
            tell(this::ask);
        }
    }

    @Override
    public synchronized void row(int session, Table table, long episodes, double mean) {
        add(session, table);
    }

    @Override
    public synchronized void end(int session, SessionResult result) {
        add(session, result.table());
    }

    private void add(int session, Table table) {
        double[] at = table.size() == 0 ? new double[0] : table.column(Metrics.FRAME.name());
        double[] scores = table.column(Metrics.MEAN_RETURN.name());
        for (int i = rows[session]; i < at.length; i++) {
            long frame = (long) at[i];
            double[] sum = sums.computeIfAbsent(frame, _ -> new double[2]);
            sum[0] += scores[i];
            sum[1]++;
            if (frame > seen[session]) { // those of before a resume are reported already
                frames.accept(frame - seen[session]);
                stop.compareAndSet(false, all.get());
                seen[session] = frame;
                if (sum[1] == sessions) {
                    tell(() -> report(frame, sum[0] / sessions));
                }
            }
        }
        rows[session] = at.length;
    }

    private void report(long frame, double score) {
        if (study.report(claim, frame, score)) {
            ask();
        } else {
            lost = true;
        }
    }

    private void ask() {
        if (study.isPruned(claim)) {
            pruned = true;
        }
    }

    /// A study that has gone away for good ends the trial, and is no failure of the trial.
    private void tell(Runnable work) {
        if (lost || broken != null) {
            return;
        }
        try {
            work.run();
        } catch (UncheckedIOException e) {
            broken = e;
        }
        if (isOver()) {
            stop.set(true); // and no isEnough: figures would take longer than many a trial that is pruned
        }
    }

    /// Say that the worker lives.
    synchronized void beat() {
        tell(() -> {
            if (!study.beat(claim)) {
                lost = true;
            }
        });
    }

    private boolean isOver() {
        return pruned || lost || broken != null;
    }

    /// Return whether the study's pruner ended the trial.
    boolean isPruned() {
        return pruned;
    }

    /// Return whether the trial belongs to another worker now; then nothing may be written.
    boolean isLost() {
        return lost;
    }

    /// Return whether the study cannot be reached any more.
    boolean isBroken() {
        return broken != null;
    }

    /// Throw why the study cannot be reached any more.
    void throwIfBroken() {
        UncheckedIOException why = broken;
        if (why != null) {
            throw why;
        }
    }
}
