package slmlab.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Reads the bodies of requests: none that is too large, no more at once than memory is there for, and not longer than
/// a client is given time for.
final class RequestBody {
    private static final int CHUNK = 1 << 16;
    private static final int KB = 1 << 10;

    private final int largest;
    private final long patience; // nanoseconds
    private final Semaphore memory; // KB of all requests that are read or wait

    /// @param largest bytes of one request
    RequestBody(int largest, Duration patience) {
        this.largest = largest;
        this.patience = patience.toNanos();
        // A request takes several times its size in memory: text, numbers, what is acted on.
        long most = Math.max(2L * largest, Runtime.getRuntime().maxMemory() / 10);
        this.memory = new Semaphore((int) Math.min(Integer.MAX_VALUE, most / KB));
    }

    /// What is done with a body.
    interface Use {
        Reply with(byte[] body);
    }

    /// Read a body and use it.
    ///
    /// @param length that the client announced; −1 for none
    Reply use(InputStream in, long length, Use use) throws IOException {
        if (length > largest) {
            throw tooLarge();
        }
        int reserved = 1 + (int) ((length < 0 ? largest : length) / KB);
        if (!memory.tryAcquire(reserved)) {
            throw new Refusal(Refusal.BUSY, "too many large requests at once; try again later");
        }
        try {
            return use.with(read(in, length));
        } finally {
            memory.release(reserved);
        }
    }

    private byte[] read(InputStream in, long length) throws IOException {
        long end = System.nanoTime() + patience;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = new byte[length < 0 ? CHUNK : (int) Math.min(CHUNK, length + 1)];
        int count = in.read(chunk);
        while (count >= 0) {
            all.write(chunk, 0, count);
            if (all.size() > largest) {
                throw tooLarge();
            }
            if (System.nanoTime() > end) {
                throw new Refusal(
                        Refusal.SLOW,
                        "the request was not here after %s seconds; send it at once"
                                .formatted(Duration.ofNanos(patience).toSeconds()));
            }
            count = in.read(chunk);
        }
        return all.toByteArray();
    }

    private Refusal tooLarge() {
        return new Refusal(
                Refusal.LARGE,
                "the request is larger than %s bytes (--max-body); send smaller batches".formatted(largest));
    }
}
