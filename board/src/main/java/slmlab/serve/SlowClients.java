package slmlab.serve;

import java.time.Duration;
import java.util.Map;
import java.util.WeakHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;

/// Ends connections whose client sends the header of a request byte by byte. Jetty's own limit is for clients that send
/// nothing.
final class SlowClients implements AutoCloseable {
    private final ServerConnector connector;
    private final long patience; // nanoseconds
    private final Map<EndPoint, Seen> all = new WeakHashMap<>();
    private final Thread thread;

    SlowClients(ServerConnector connector, Duration patience) {
        this.connector = connector;
        this.patience = patience.toNanos();
        this.thread = Thread.ofVirtual().name("slm-lab slow clients").start(this::work);
    }

    /// What had arrived on a connection when its last whole request was seen, or when it was idle.
    private record Seen(long requests, long bytes, long time) {}

    private void work() {
        try {
            while (true) {
                Thread.sleep(Duration.ofNanos(patience / 2));
                connector.getConnectedEndPoints().forEach(this::look);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void look(EndPoint client) {
        Connection connection = client.getConnection();
        if (connection == null) {
            return;
        }
        long now = System.nanoTime();
        Seen seen = all.get(client);
        long bytes = connection.getBytesIn();
        long requests = connection.getMessagesIn(); // whose header is whole
        boolean isAnswered = requests > connection.getMessagesOut(); // its body has a limit of its own
        if (isAnswered || seen == null || seen.requests != requests || seen.bytes == bytes) {
            all.put(client, new Seen(requests, bytes, now));
        } else if (now - seen.time > patience) {
            client.close();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
