package slmlab.track;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A tracker that is slow, down or stuck costs rows, and nothing else.
class QueuedTest {
    private static final Queued.Backoff QUICK = new Queued.Backoff(1, 4, 60_000, 60_000);
    private static final Queued.Backoff IMPATIENT = new Queued.Backoff(1, 4, 50, 50);

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> delivered = Collections.synchronizedList(new ArrayList<>());

    private final List<Event> others = Collections.synchronizedList(new ArrayList<>());

    private static Event.Row row(long frame) {
        return new Event.Row(0, "train", frame, 0, List.of("loss"), new double[] {1});
    }

    /// What a tracker does with events; it need not be closed.
    private interface Take {
        void take(Deque<Event> events) throws IOException, InterruptedException;
    }

    private Queued queued(int most, Queued.Backoff backoff, Take take) {
        return new Queued(
                "board",
                new Tracker() {
                    @Override
                    public void take(Deque<Event> events) throws IOException, InterruptedException {
                        take.take(events);
                    }

                    @Override
                    public void close() {}
                },
                most,
                backoff,
                log::add);
    }

    private void deliver(Deque<Event> events) {
        while (!events.isEmpty()) {
            switch (events.removeFirst()) {
                case Event.Row row -> delivered.add(row.frame());
                case Event.Begin begin -> others.add(begin);
                case Event.Weights weights -> others.add(weights);
                case Event.End end -> others.add(end);
            }
        }
    }

    @Test
    void everythingArrivesInOrder() {
        Queued queued = queued(10_000, QUICK, this::deliver);
        for (int i = 0; i < 5_000; i++) {
            queued.offer(row(i));
        }
        assertThat(queued.close()).isNull();
        assertThat(delivered).hasSize(5_000).isSorted();
        assertThat(log).isEmpty();
    }

    @Test
    void aSlowTrackerLosesWhatDoesNotFit() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Queued queued = queued(10, QUICK, events -> {
            entered.countDown();
            go.await();
            deliver(events);
        });
        queued.offer(row(0));
        entered.await(); // it has the first row and hangs
        for (int i = 1; i < 1_000; i++) {
            queued.offer(row(i)); // would hang here if it waited
        }
        queued.offer(new Event.Weights(0, 999, 0, new LinkedHashMap<>())); // large, and as dispensable as a row
        Event.Begin begin = new Event.Begin(1, 0, 0);
        Event.End end = new Event.End(0, true, 0);
        queued.offer(begin); // never lost
        queued.offer(end);
        go.countDown();
        assertThat(queued.close()).isEqualTo("board: 990 of 1,000 rows were not delivered: too slow");
        assertThat(delivered).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(others).containsExactly(begin, end);
    }

    @Test
    void oneThatComesBackGetsEverything() {
        AtomicInteger tries = new AtomicInteger();
        Queued queued = queued(100, QUICK, events -> {
            if (tries.incrementAndGet() < 4) {
                throw new IOException("down");
            }
            deliver(events);
        });
        for (int i = 0; i < 50; i++) {
            queued.offer(row(i));
        }
        while (tries.get() < 4) {
            Thread.onSpinWait();
        }
        assertThat(queued.close()).isNull();
        assertThat(delivered).hasSize(50).isSorted();
        assertThat(log).containsExactly("board: down; it is tried again, and the run continues");
    }

    @Test
    void oneThatStaysDownIsToldOnceAndCounted() {
        Queued queued = queued(20, QUICK, _ -> {
            throw new IOException("no route");
        });
        for (int i = 0; i < 50; i++) {
            queued.offer(row(i));
        }
        assertThat(queued.close()).isEqualTo("board: 50 of 50 rows were not delivered (no route)");
        assertThat(log).hasSize(1);
    }

    @Test
    void aBugInATrackerIsTold() {
        Queued queued = queued(20, QUICK, _ -> {
            throw new IllegalStateException("a bug");
        });
        queued.offer(row(0));
        assertThat(queued.close()).isEqualTo("board: 1 of 1 rows were not delivered (a bug)");
    }

    @Test
    void oneThatHangsIsLeftBehind() {
        AtomicInteger ignored = new AtomicInteger();
        Queued queued = queued(20, IMPATIENT, _ -> {
            while (true) { // deaf to interrupts
                try {
                    Thread.sleep(60_000);
                } catch (InterruptedException _) {
                    ignored.incrementAndGet();
                }
            }
        });
        queued.offer(row(0));
        queued.offer(row(1));
        assertThat(Objects.requireNonNull(queued.close())).startsWith("board: 2 of 2 rows were not delivered");
        assertThat(ignored.get()).isEqualTo(1);
    }

    /// Eleven failures are followed by waits of 1, 2, 4 … 1,024 ms. A success in between ends that: the next
    /// failure is followed by 1 ms again, not by 2,048.
    @Test
    void afterASuccessTheWaitsBeginAnew() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        List<Long> times = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch first = new CountDownLatch(1);
        Queued queued = queued(100, new Queued.Backoff(1, 60_000, 60_000, 60_000), events -> {
            times.add(System.nanoTime());
            int count = tries.incrementAndGet();
            if (count <= 11 || count == 13) {
                throw new IOException("down");
            }
            deliver(events);
            first.countDown();
        });
        queued.offer(row(0));
        first.await();
        queued.offer(row(1));
        while (tries.get() < 14) {
            Thread.sleep(1);
        }
        assertThat(queued.close()).isNull();
        assertThat((times.get(11) - times.get(10)) / 1_000_000).isGreaterThanOrEqualTo(1_024);
        assertThat((times.get(13) - times.get(12)) / 1_000_000).isLessThan(1_500);
    }
}
