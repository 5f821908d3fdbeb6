package slmlab.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import slmlab.play.Player;
import slmlab.tensor.RandomStream;

/// Clients that each ask over a connection of their own, wait for the answer, and ask again.
final class ServeLoad {
    private static final int QUESTIONS = 256;

    private final List<String> bodies = new ArrayList<>();
    private final int[] actions = new int[QUESTIONS];
    private final int clients;
    private final double seconds;

    /// @param player the policy that is served
    ServeLoad(Player player, int clients, double seconds) {
        this.clients = clients;
        this.seconds = seconds;
        RandomStream random = RandomStream.ofSeed(1);
        for (int i = 0; i < QUESTIONS; i++) {
            float[] obs = new float[player.obsSize()];
            for (int k = 0; k < obs.length; k++) {
                obs[k] = (float) random.nextNormal();
            }
            actions[i] = player.act(obs);
            bodies.add("{\"obs\": %s}".formatted(Arrays.toString(obs)));
        }
    }

    /// One round.
    ///
    /// @param p50 median latency in milliseconds
    /// @param throughput answers in a second
    record Result(double p50, double p99, double throughput) {}

    /// Ask a server on this machine for one round.
    Result run(int port) throws InterruptedException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<long[]>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                int first = i;
                all.add(threads.submit(() -> ask(port, first, end)));
            }
            List<long[]> times = new ArrayList<>();
            for (Future<long[]> each : all) {
                times.add(each.get());
            }
            long[] sorted =
                    times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return new Result(
                    sorted[sorted.length / 2] * 1e-6,
                    sorted[(int) (sorted.length * 0.99)] * 1e-6,
                    sorted.length / seconds);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client failed: " + e.getCause(), e);
        }
    }

    private long[] ask(int port, int first, long end) throws IOException {
        List<byte[]> requests = new ArrayList<>();
        for (String body : bodies) {
            String request =
                    "POST /act HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n%s"
                            .formatted(port, body.length(), body);
            requests.add(request.getBytes(StandardCharsets.US_ASCII));
        }
        long[] times = new long[1 << 12];
        int count = 0;
        byte[] buffer = new byte[1 << 14];
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            for (long begun = System.nanoTime(); begun < end; begun = System.nanoTime()) {
                int question = (first + count) % QUESTIONS;
                socket.getOutputStream().write(requests.get(question));
                String answer = answer(socket.getInputStream(), buffer);
                if (count == times.length) {
                    times = Arrays.copyOf(times, 2 * count);
                }
                times[count++] = System.nanoTime() - begun;
                if (!answer.startsWith("{\"action\":%s".formatted(actions[question]))) {
                    throw new IOException("wrong: %s for %s".formatted(answer, bodies.get(question)));
                }
            }
        }
        return Arrays.copyOf(times, count);
    }

    /// Read one answer, whose head says its length, and return its body.
    private static String answer(InputStream in, byte[] buffer) throws IOException {
        int count = 0;
        while (true) {
            int more = in.read(buffer, count, buffer.length - count);
            if (more < 0) {
                throw new EOFException("the server ended the connection");
            }
            count += more;
            String text = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
            int body = text.indexOf("\r\n\r\n") + 4;
            if (body >= 4) {
                String head = text.substring(0, body).toLowerCase(Locale.ROOT);
                int length = Integer.parseInt(head.replaceFirst("(?s).*content-length: (\\d+).*", "$1"));
                if (!head.startsWith("http/1.1 200")) {
                    throw new IOException("refused: " + text);
                }
                if (count == body + length) {
                    return text.substring(body);
                }
            }
        }
    }
}
