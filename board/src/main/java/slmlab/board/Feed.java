package slmlab.board;

import io.javalin.http.sse.SseClient;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import slmlab.file.JsonFile;

/// News of the runs as server-sent events, one connection a page.
///
/// Each client has a thread of its own that sends what changed since it last sent: a client that reads slowly gets
/// fewer and newer events, and keeps nobody waiting. One that does not read at all is cut off by the server's timeout.
final class Feed {
    private static final int MOST = 64; // clients at a time
    private static final long BEAT = 5000; // milliseconds between signs of life

    private final Catalog catalog;
    private final AtomicInteger clients = new AtomicInteger();

    Feed(Catalog catalog) {
        this.catalog = catalog;
    }

    void serve(SseClient client) {
        if (clients.incrementAndGet() > MOST) {
            clients.decrementAndGet();
            client.sendEvent("full", "{}");
            client.close();
            return;
        }
        client.keepAlive();
        Thread sender = Thread.ofPlatform().daemon().name("board-feed").unstarted(() -> send(client));
        client.onClose(() -> {
            clients.decrementAndGet();
            sender.interrupt();
        });
        sender.start();
    }

    private void send(SseClient client) {
        long known = 0;
        try {
            while (!client.terminated() && catalog.isOpen()) {
                Catalog.News news = catalog.await(known, BEAT);
                if (news.version() > known) {
                    known = news.version();
                    client.sendEvent(
                            "runs",
                            JsonFile.line(
                                    Map.of("news", news, "total", catalog.ids().size())));
                    Thread.sleep(250); // at most four a second
                } else {
                    client.sendComment("alive");
                }
            }
        } catch (InterruptedException _) {
            return; // the client is gone
        }
        client.close();
    }
}
