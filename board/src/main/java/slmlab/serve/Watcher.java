package slmlab.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/// Looks for newer weights in the place of those that are served, loads them aside, and hands them over whole.
final class Watcher implements AutoCloseable {
    private static final Duration WARM_UP = Duration.ofMillis(500); // its programs; the kernels are compiled already

    private final Service service;
    private final Path file;
    private final ServeOptions options;
    private final Consumer<String> log;
    private final Thread thread;
    private Stamp seen;
    private long replaced;

    /// @param seen what the weights that are served were loaded from
    Watcher(Service service, Path file, Stamp seen, ServeOptions options, Consumer<String> log) {
        this.service = service;
        this.file = file;
        this.seen = seen;
        this.options = options;
        this.log = log;
        this.thread = Thread.ofPlatform().daemon().name("slm-lab watch").start(this::work);
    }

    private void work() {
        try {
            while (true) {
                Thread.sleep(Objects.requireNonNull(options.watch()));
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void look() {
        Stamp now = Stamp.of(file);
        if (now.isMissing() || now.equals(seen)) {
            return;
        }
        try {
            Duration warmUp = options.warmUp().compareTo(WARM_UP) < 0 ? options.warmUp() : WARM_UP;
            Weights newer =
                    Weights.load(file, options.seed() + ++replaced, warmUp); // other numbers than those drawn before
            service.weights().checkFits(newer);
            service.replace(newer);
            log.accept("weights of frame %s".formatted(newer.shown()));
        } catch (RuntimeException | OutOfMemoryError e) {
            if (Thread.currentThread().isInterrupted()) {
                return; // closed while it read
            }
            String why = "newer weights cannot be served, the ones before still are: %s".formatted(e.getMessage());
            service.keep(why);
            log.accept(why);
        }
        seen = now; // also of weights that cannot be served: they are not tried again until they change
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
