package slmlab.serve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import slmlab.play.Past;
import slmlab.play.Player;
import slmlab.play.PolicyForm;

/// Acts on what waits, as many observations at once as there are, on a thread of its own. Weights change between two
/// acts, so each answer comes from one set of weights.
final class Batcher implements AutoCloseable {
    /// Observations that may wait. More than this are seconds of work, which nobody waits for.
    static final int MOST_WAITING = 16_384;

    private final int most;
    private final long delay; // nanoseconds
    private final Sessions sessions;
    private final ServeMetrics metrics;
    private final LinkedBlockingQueue<Act> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger rows = new AtomicInteger(); // that wait
    private final Thread thread = Thread.ofPlatform().name("slm-lab act").unstarted(this::work);
    private volatile Weights weights;
    private volatile boolean closed;

    Batcher(Weights weights, int most, Duration delay, Sessions sessions, ServeMetrics metrics) {
        this.weights = weights;
        this.most = most;
        this.delay = delay.toNanos();
        this.sessions = sessions;
        this.metrics = metrics;
        thread.start();
    }

    Weights weights() {
        return weights;
    }

    /// Act with these from the next act on.
    void replace(Weights newer) {
        weights = newer;
    }

    int waiting() {
        return rows.get();
    }

    /// Let an act wait for its turn; its answer follows.
    ///
    /// @throws Refusal if too many wait already
    void submit(Act act) {
        if (rows.addAndGet(act.rows()) > MOST_WAITING) {
            rows.addAndGet(-act.rows());
            throw new Refusal(Refusal.BUSY, "%s observations wait already; try again later".formatted(MOST_WAITING));
        }
        waiting.add(act);
    }

    private void work() {
        @Nullable Act first = null; // taken, but did not fit into the last batch
        while (!closed || first != null || !waiting.isEmpty()) {
            List<Act> batch = new ArrayList<>();
            try {
                first = collect(first, batch);
            } catch (InterruptedException _) {
                continue; // closed: what waits is still acted on
            }
            answer(batch);
        }
    }

    /// Fill a batch; return what was taken and did not fit.
    private @Nullable Act collect(@Nullable Act first, List<Act> batch) throws InterruptedException {
        Act begin = first == null ? waiting.take() : first;
        batch.add(begin);
        long end = System.nanoTime() + delay;
        int count = begin.rows();
        while (count < most) {
            Act next = waiting.poll();
            if (next == null && delay > 0 && !closed) {
                next = later(end - System.nanoTime());
            }
            if (next == null) {
                return null;
            }
            if (count + next.rows() > most || !next.joins(begin)) {
                return next;
            }
            batch.add(next);
            count += next.rows();
        }
        return null;
    }

    /// Wait for more. Being closed meanwhile ends the wait, and loses nothing.
    private @Nullable Act later(long nanos) {
        try {
            return waiting.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            return null;
        }
    }

    private void answer(List<Act> batch) {
        Weights now = weights;
        int count = batch.stream().mapToInt(Act::rows).sum();
        try {
            Answer all = act(now, batch, count);
            metrics.acted(count); // before anyone who was answered can ask for it
            int from = 0;
            for (Act act : batch) {
                act.answer().complete(all.part(from, act.rows()));
                from += act.rows();
            }
        } catch (RuntimeException | OutOfMemoryError e) { // of the policy itself: every request was checked before
            batch.forEach(act -> act.answer()
                    .completeExceptionally(new Refusal(Refusal.FAILED, "the policy failed: %s".formatted(e))));
        } finally {
            rows.addAndGet(-count);
        }
    }

    private Answer act(Weights now, List<Act> batch, int count) {
        Player player = batch.getFirst().deterministic() ? now.best() : now.sampling();
        PolicyForm form = player.form();
        if (form.hasPast()) {
            List<@Nullable Past> pasts = new ArrayList<>();
            batch.forEach(act -> pasts.addAll(sessions.pasts(act)));
            player.resume(pasts);
        }
        if (form.maskSize() > 0) {
            player.mask((boolean[]) ArrayRows.join(batch.stream()
                    .map(act -> (Object) Objects.requireNonNull(act.mask()))
                    .toList()));
        }
        Object obs = ArrayRows.join(batch.stream().map(Act::obs).toList());
        int width = count * form.actionSize();
        Object actions = form.isContinuous() ? new float[width] : new int[width];
        switch (obs) {
            case float[] numbers when actions instanceof int[] to -> player.act(numbers, to);
            case float[] numbers -> player.act(numbers, (float[]) actions);
            case byte[] pixels when actions instanceof int[] to -> player.act(pixels, to);
            default -> player.act((byte[]) obs, (float[]) actions);
        }
        if (form.hasPast()) {
            int row = 0;
            for (Act act : batch) {
                sessions.keep(act, player, row);
                row += act.rows();
            }
        }
        boolean details = batch.stream().anyMatch(Act::details);
        return new Answer(count, actions, details ? details(player) : new LinkedHashMap<>(), now.frame());
    }

    /// Return copies of what the player knows about the last act.
    private static SequencedMap<String, float[]> details(Player player) {
        SequencedMap<String, float[]> all = new LinkedHashMap<>();
        for (Map.Entry<String, float[]> each : player.details().entrySet()) {
            all.put(each.getKey(), each.getValue().clone());
        }
        return all;
    }

    /// Let the thread act on all that waits, and end.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
