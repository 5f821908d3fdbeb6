package slmlab.experiment;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import slmlab.run.Table;

/// Keeps what the sessions of a run say about themselves, for threads that ask.
final class SessionProgress implements Listener {
    private record Row(long episodes, double mean) {}

    private static final Row NO_ROW = new Row(0, Double.NaN);

    private final AtomicReferenceArray<LongSupplier> frames;
    private final AtomicReferenceArray<Row> rows;
    private final long maxFrame;

    /// @param maxFrame of one session
    SessionProgress(int sessions, long maxFrame) {
        LongSupplier[] none = new LongSupplier[sessions];
        Row[] empty = new Row[sessions];
        Arrays.fill(none, (LongSupplier) () -> 0); // none has begun
        Arrays.fill(empty, NO_ROW);
        this.frames = new AtomicReferenceArray<>(none);
        this.rows = new AtomicReferenceArray<>(empty);
        this.maxFrame = maxFrame;
    }

    @Override
    public void running(int session, LongSupplier frame) {
        frames.set(session, frame);
    }

    @Override
    public void row(int session, Table table, long episodes, double mean) {
        rows.set(session, new Row(episodes, mean));
    }

    @Override
    public void end(int session, SessionResult result) {
        long last = result.frame();
        frames.set(session, () -> last); // the session can be forgotten
        rows.set(session, new Row(result.episodes(), result.meanReturn()));
    }

    RunProgress now() {
        long frame = 0;
        long episodes = 0;
        for (int i = 0; i < frames.length(); i++) {
            frame += frames.get(i).getAsLong();
            episodes += rows.get(i).episodes();
        }
        double mean = IntStream.range(0, rows.length())
                .mapToDouble(i -> rows.get(i).mean())
                .filter(each -> !Double.isNaN(each))
                .average()
                .orElse(Double.NaN);
        return new RunProgress(frame, frames.length() * maxFrame, episodes, mean);
    }
}
