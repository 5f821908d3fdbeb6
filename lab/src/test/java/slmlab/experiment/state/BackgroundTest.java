package slmlab.experiment.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundTest {
    private final List<String> written = Collections.synchronizedList(new ArrayList<>());

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Runnable write(String what) {
        return () -> written.add(what);
    }

    @Test
    void flushWaitsForWhatIsBeingWritten() throws InterruptedException {
        try (Background files = new Background()) {
            files.flush(); // nothing waits
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            files.write("rows", () -> {
                begun.countDown();
                await(go);
                written.add("rows");
            });
            await(begun);
            Thread waits = new Thread(files::flush);
            waits.start();
            while (waits.getState() != Thread.State.WAITING && waits.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
            Thread.State state = waits.getState();
            go.countDown();
            waits.join();
            assertThat(state).isEqualTo(Thread.State.WAITING);
            assertThat(written).containsExactly("rows");
        }
    }

    /// An interrupt must not cost what is being written, and is not lost either.
    @Test
    void anInterruptCutsNoWriteShort() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread main = Thread.currentThread();
        Background files = new Background();
        files.write("state", () -> {
            begun.countDown();
            await(go);
            written.add("state");
        });
        await(begun);
        Thread.ofPlatform().start(() -> {
            main.interrupt();
            while (main.isInterrupted()) { // until the flush has taken note of it
                Thread.onSpinWait();
            }
            main.interrupt();
            go.countDown();
        });
        files.flush();
        assertThat(written).containsExactly("state");
        assertThat(Thread.interrupted()).isTrue();
        main.interrupt();
        files.write("rows", write("rows"));
        files.close();
        assertThat(written).containsExactly("state", "rows");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void flushWaitsForWhatHasNotBegun() {
        try (Background files = new Background()) {
            synchronized (files) { // so that nothing begins before the flush waits
                files.write("rows", write("rows"));
                files.write("state", write("state"));
                files.flush();
            }
            assertThat(written).containsExactly("rows", "state");
        }
    }

    @Test
    void closeWritesWhatWaits() {
        Background files = new Background();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        files.write("rows", () -> {
            begun.countDown();
            await(go);
            written.add("rows");
        });
        await(begun);
        files.write("state", write("state"));
        go.countDown();
        files.close();
        assertThat(written).containsExactly("rows", "state");
    }

    @Test
    void ofSeveralWritesOfOneNameTheNewestIsDone() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Background files = new Background()) {
            files.write("state", () -> {
                begun.countDown();
                await(go);
                written.add("state at once");
            });
            await(begun);
            files.write("state", write("state 1"));
            files.write("rows", write("rows 1"));
            files.write("state", write("state 2"));
            files.write("state", write("state 3"));
            go.countDown();
            files.flush();
            assertThat(written).containsExactly("state at once", "state 3", "rows 1");
        }
    }

    private static Background failed() {
        Background files = new Background();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        files.write("rows", () -> {
            begun.countDown();
            await(go);
            throw new IllegalArgumentException("the disk is full");
        });
        await(begun);
        files.write("never", () -> {
            throw new AssertionError("written after a failure");
        });
        go.countDown();
        return files;
    }

    /// A write that failed is told by whatever is asked next, and by all that is asked later.
    @Test
    void aFailureIsToldToEveryoneWhoComes() {
        Background files = failed();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(files::flush)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the disk is full")
                    .hasCauseInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> files.write("state", write("state"))).hasMessage("the disk is full");
        assertThatThrownBy(files::close).hasMessage("the disk is full");
        assertThat(written).isEmpty();
        assertThatThrownBy(failed()::close).hasMessage("the disk is full");
    }
}
