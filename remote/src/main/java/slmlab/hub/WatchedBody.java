package slmlab.hub;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// A body that ends with an [IOException] when nothing arrives for a while; Java's own waits forever.
final class WatchedBody extends FilterInputStream {
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("hub-watch").factory());

    private final Duration idle;
    private final ScheduledFuture<?> watch;
    private volatile long read = System.nanoTime();
    private volatile boolean isWaiting;
    private volatile boolean isStalled;

    private WatchedBody(InputStream in, Duration idle) {
        super(in);
        this.idle = idle;
        long period = Math.max(1, idle.toMillis() / 4);
        this.watch = CLOCK.scheduleAtFixedRate(this::look, period, period, TimeUnit.MILLISECONDS);
    }

    /// Return what makes such a body from the bytes of an answer.
    static BodySubscriber<InputStream> subscriber(Duration idle) {
        return BodySubscribers.mapping(BodySubscribers.ofInputStream(), in -> new WatchedBody(in, idle));
    }

    private void look() {
        if (isWaiting && System.nanoTime() - read > idle.toNanos()) {
            isStalled = true;
            watch.cancel(false);
            try {
                in.close(); // ends the read that waits
            } catch (IOException _) {
                return; // it is closed all the same
            }
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
        read = System.nanoTime();
        isWaiting = true;
        try {
            int count = in.read(to, from, most);
            if (!isStalled) {
                return count;
            }
        } catch (IOException e) {
            if (!isStalled) {
                throw e;
            }
        } finally {
            isWaiting = false;
        }
        throw new IOException("nothing arrived for %s s".formatted(Math.max(1, idle.toSeconds())));
    }

    @Override
    public void close() throws IOException {
        watch.cancel(false);
        super.close();
    }
}
