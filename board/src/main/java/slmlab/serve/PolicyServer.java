package slmlab.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Serves a policy over HTTP.
///
/// ```java
/// try (PolicyServer server = PolicyServer.open(weights, ServeOptions.defaults(), System.err::println)) {
///     System.out.println(server.address());
///     …
/// }                                      // answers what it has accepted, then ends
/// ```
public final class PolicyServer implements AutoCloseable {
    private static final long PATIENCE = 30_000; // milliseconds for what was accepted, when it ends

    private final Service service;
    private final HttpDoor door;
    private final @Nullable Watcher watcher; // null where weights stay

    /// Load a policy and serve it.
    ///
    /// @param weights a file of weights; it need not be in a run
    /// @param log is told of weights that were replaced, or could not be
    /// @throws IllegalArgumentException if it cannot be loaded, or the port is in use
    public static PolicyServer open(Path weights, ServeOptions options, Consumer<String> log) {
        return new PolicyServer(weights, options, log);
    }

    private PolicyServer(Path file, ServeOptions options, Consumer<String> log) {
        boolean isPublic = isPublic(options.host());
        Stamp seen = Stamp.of(file);
        this.service = new Service(Weights.load(file, options.seed(), options.warmUp()), options, isPublic);
        try {
            this.door = new HttpDoor(service, options);
        } catch (RuntimeException e) {
            service.close();
            throw e;
        }
        this.watcher = options.watch() == null ? null : new Watcher(service, file, seen, options, log);
    }

    /// Return whether others than this machine reach an address.
    ///
    /// @throws IllegalArgumentException if it is none
    public static boolean isPublic(String host) {
        try {
            return !InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no address %s".formatted(host), e);
        }
    }

    /// Return the URL of the page.
    public String address() {
        InetSocketAddress address = door.address();
        String host = address.getHostString();
        return "http://%s:%s/".formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort());
    }

    /// Return the frame of the weights that are served now; null where their file does not say it.
    public @Nullable Long frame() {
        return service.weights().frame();
    }

    /// Return what was counted, as `/metrics` shows it.
    String metrics() {
        return service.metrics();
    }

    /// Answer what was accepted, refuse what comes now, and end.
    @Override
    public void close() {
        if (watcher != null) {
            watcher.close();
        }
        try {
            door.drain(PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        door.close();
        service.close();
    }
}
