package slmlab.serve;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a policy is served.
///
/// @param host the address to listen on
/// @param port 0 for any that is free
/// @param names DNS names that requests may call this server; loopback names, and other addresses than loopback where
///     `host` is one, are always among them
/// @param maxBatch most observations in one act, and so in one request
/// @param maxDelay how long a batch that is not full waits for more; zero for only what is waiting already
/// @param maxBody most bytes of a request
/// @param patience how long a client may take to send a request, and to read its answer
/// @param sessions most episodes that a policy with a past keeps at once
/// @param idle how long a session is kept that nobody uses
/// @param seed of sampled actions
/// @param watch how often to look for newer weights; null for never
/// @param warmUp how long to act on zeros before the first request, at most
public record ServeOptions(
        String host,
        int port,
        Set<String> names,
        int maxBatch,
        Duration maxDelay,
        int maxBody,
        Duration patience,
        int sessions,
        Duration idle,
        long seed,
        @Nullable Duration watch,
        Duration warmUp) {
    public static final int PORT = 8800;
    public static final String HOST = "127.0.0.1";
    public static final int MAX_BATCH = 256;
    public static final int MAX_BODY = 8 << 20;

    /// What `slm-lab serve` does without flags.
    public static ServeOptions defaults() {
        return new ServeOptions(
                HOST,
                PORT,
                Set.of(),
                MAX_BATCH,
                Duration.ZERO,
                MAX_BODY,
                Duration.ofSeconds(10),
                1000,
                Duration.ofMinutes(30),
                0,
                null,
                Duration.ofSeconds(5));
    }

    public ServeOptions on(String newHost, int newPort, Set<String> newNames) {
        return new ServeOptions(
                newHost, newPort, newNames, maxBatch, maxDelay, maxBody, patience, sessions, idle, seed, watch, warmUp);
    }

    public ServeOptions batches(int most, Duration delay) {
        return new ServeOptions(host, port, names, most, delay, maxBody, patience, sessions, idle, seed, watch, warmUp);
    }

    public ServeOptions limits(int body, Duration newPatience, int mostSessions) {
        return new ServeOptions(
                host, port, names, maxBatch, maxDelay, body, newPatience, mostSessions, idle, seed, watch, warmUp);
    }

    public ServeOptions seed(long newSeed) {
        return new ServeOptions(
                host, port, names, maxBatch, maxDelay, maxBody, patience, sessions, idle, newSeed, watch, warmUp);
    }

    public ServeOptions watching(@Nullable Duration every) {
        return new ServeOptions(
                host, port, names, maxBatch, maxDelay, maxBody, patience, sessions, idle, seed, every, warmUp);
    }

    public ServeOptions warmingUp(Duration most) {
        return new ServeOptions(
                host, port, names, maxBatch, maxDelay, maxBody, patience, sessions, idle, seed, watch, most);
    }
}
