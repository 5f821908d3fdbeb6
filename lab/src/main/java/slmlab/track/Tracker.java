package slmlab.track;

import java.io.IOException;
import java.util.Deque;

/// Somewhere to send the numbers of a run. One thread at a time calls it, and never one that trains: it may be slow,
/// and it may fail.
interface Tracker {
    /// Deliver events in their order, and remove each one that is delivered. After an exception the rest is tried
    /// again.
    void take(Deque<Event> events) throws IOException, InterruptedException;

    /// Close what is open. Everything that [#take] removed is delivered already.
    void close() throws IOException;
}
