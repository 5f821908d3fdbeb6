package slmlab.serve;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// HTTP in front of a [Service], by Jetty: each request on a virtual thread of its own.
final class HttpDoor implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 4096;
    private static final int LINGER = 100; // milliseconds
    private static final int LARGEST_HEADER = 16 * 1024;
    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");

    private final Service service;
    private final Server server;
    private final ServerConnector connector;
    private final OpenChannels channels = new OpenChannels();
    private final SlowClients slowClients;
    private final AtomicInteger inFlight = new AtomicInteger();

    /// @throws IllegalArgumentException if the port is in use, or the address is not one of this machine
    HttpDoor(Service service, ServeOptions options) {
        this.service = service;
        QueuedThreadPool pool = new QueuedThreadPool();
        pool.setName("slm-lab serve");
        pool.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("slm-lab request "));
        this.server = new Server(pool);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(LARGEST_HEADER);
        // No thread that only accepts: Jetty would interrupt it to stop, and a connection that the JDK accepts at that
        // moment would stay open without anybody to answer.
        this.connector = new ServerConnector(server, null, null, null, 0, -1, new HttpConnectionFactory(http));
        connector.setHost(options.host());
        connector.setPort(options.port());
        connector.setIdleTimeout(options.patience().toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
        connector.addBean(channels);
        server.setHandler(new Desk());
        server.setErrorHandler(this::unhandled);
        server.setStopTimeout(0);
        try {
            server.start();
            this.slowClients = new SlowClients(connector, options.patience());
        } catch (Exception e) {
            stop();
            throw refused(e, options);
        }
    }

    private static IllegalArgumentException refused(Exception e, ServeOptions options) {
        boolean isTaken = e instanceof IOException
                && e.getCause() instanceof BindException cause
                && String.valueOf(cause.getMessage()).contains("in use");
        return new IllegalArgumentException(
                isTaken
                        ? "port %s is in use; choose another with --port, 0 for any that is free"
                                .formatted(options.port())
                        : "cannot listen on %s port %s: %s".formatted(options.host(), options.port(), e.getMessage()),
                e);
    }

    /// Return the address that it listens on.
    InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    /// Connections that are open. When Jetty stops, it forgets those that it has accepted and not yet registered:
    /// their clients would wait for an answer that nobody gives.
    private static final class OpenChannels implements SelectorManager.AcceptListener {
        private final Set<SelectableChannel> all = ConcurrentHashMap.newKeySet();

        @Override
        public void onAccepting(SelectableChannel channel) {
            all.add(channel);
        }

        @Override
        public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
            all.remove(channel);
        }

        @Override
        public void onClosed(SelectableChannel channel) {
            all.remove(channel);
        }

        void close() throws IOException {
            for (SelectableChannel channel : all) {
                channel.close();
            }
        }
    }

    /// Takes what Jetty has read.
    private final class Desk extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            inFlight.incrementAndGet();
            request.addIdleTimeoutListener(_ -> false); // waits for its act, which is not idle
            Callback counted = Callback.from(callback, inFlight::decrementAndGet);
            try {
                Reply reply = service.answer(new Service.Asked(
                        request.getMethod(),
                        request.getHttpURI().getPath(),
                        name -> request.getHeaders().get(name),
                        request.getLength(),
                        Content.Source.asInputStream(request)));
                boolean isHead = HttpMethod.HEAD.is(request.getMethod());
                write(reply, isHead, response, counted);
            } catch (RuntimeException | OutOfMemoryError e) {
                write(Reply.refusal(Refusal.FAILED, "the server failed: %s".formatted(e)), false, response, counted);
            }
            return true;
        }
    }

    private static void write(Reply reply, boolean isHead, Response response, Callback callback) {
        response.setStatus(reply.status());
        PROTECTION.forEach((name, value) -> response.getHeaders().put(name, value));
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        if (reply.ends()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, isHead ? ByteBuffer.allocate(0) : ByteBuffer.wrap(reply.body()), callback);
    }

    /// Answer what Jetty could not read as a request, or what came when it had stopped to handle requests.
    private boolean unhandled(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Reply reply = service.isStopping()
                ? Reply.refusal(Refusal.BUSY, Service.STOPPING)
                : Reply.refusal(
                        status, "the server cannot read this request: %s".formatted(HttpStatus.getMessage(status)));
        write(reply, HttpMethod.HEAD.is(request.getMethod()), response, callback);
        return true;
    }

    /// Take no new connections, and wait until all that was accepted is answered.
    ///
    /// @param millis how long to wait at most
    /// @return whether all is answered
    boolean drain(long millis) throws InterruptedException {
        service.stop();
        connector.close();
        long end = System.nanoTime() + millis * 1_000_000;
        Thread.sleep(LINGER); // connections that are being opened are still told
        while (inFlight.get() > 0 && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        return inFlight.get() == 0;
    }

    @Override
    public void close() {
        slowClients.close();
        stop();
    }

    private void stop() {
        try {
            server.stop();
            channels.close();
        } catch (Exception e) {
            throw new IllegalStateException("the server did not stop: " + e, e);
        }
    }
}
