package slmlab.board;

import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import slmlab.search.plot.StudyView;
import slmlab.search.study.Database;
import slmlab.search.study.Study;

/// Studies as they were last read. A thread of their own reads those that changed: a database that is locked or far
/// away keeps no page waiting.
final class Studies implements AutoCloseable {
    private static final long PERIOD = 2000; // milliseconds between two looks at a server
    private static final int SHARE = 20; // read for at most one part in so many of the time
    private static final long LONGEST = 30_000; // but never wait longer than this between two readings
    private static final Reading FIRST = new Reading(null, "Reading the study…");

    private final ExecutorService reader;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();

    /// @param view null if it cannot be read now
    /// @param problem why it cannot; empty if it can
    record Reading(@Nullable StudyView view, String problem) {}

    private static final class Slot {
        private volatile Reading reading = FIRST;
        private String stamp = "";
        private boolean busy;
        private long next;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only a hint: the machine may be training
    Studies() {
        this.reader = Executors.newSingleThreadExecutor(Thread.ofPlatform()
                .name("board-studies")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .factory());
    }

    /// Return a study as it was last read, and see to it that it is read again if it has changed.
    Reading latest(StudySource source) {
        if (source.database() == null) {
            return new Reading(null, source.problem());
        }
        Slot slot = slots.computeIfAbsent(source.id(), _ -> new Slot());
        long now = System.currentTimeMillis();
        String stamp = source.stamp(now, PERIOD);
        synchronized (slot) {
            if (!slot.busy && now >= slot.next && !stamp.equals(slot.stamp)) {
                slot.busy = true;
                slot.stamp = stamp;
                submit(source, slot);
            }
        }
        return slot.reading;
    }

    private void submit(StudySource source, Slot slot) {
        try {
            reader.execute(() -> {
                long begun = System.currentTimeMillis();
                Reading reading = read(source);
                long end = System.currentTimeMillis();
                slot.reading = reading;
                synchronized (slot) {
                    slot.busy = false;
                    slot.next = end + Math.min(SHARE * (end - begun), LONGEST);
                    if (reading.view == null) {
                        slot.stamp = ""; // a locked file may be free next time
                    }
                }
            });
        } catch (RejectedExecutionException _) {
            slot.busy = false; // closed meanwhile
        }
    }

    private static Reading read(StudySource source) {
        if (source.file() != null && !Files.exists(source.file())) {
            return new Reading(null, "Still being written: there is no study.db yet.");
        }
        try (Database database = Database.reading(String.valueOf(source.database()))) {
            Study study = Study.open(database, source.study());
            return new Reading(StudyView.of(study.plan(), study.standing()), "");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) { // whatever a damaged one makes of it
            return new Reading(null, Trouble.of(e));
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
