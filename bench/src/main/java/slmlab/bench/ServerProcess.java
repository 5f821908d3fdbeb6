package slmlab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A server in a process of its own.
final class ServerProcess implements AutoCloseable {
    private static final int PATIENCE = 60; // seconds until it answers

    private final Process process;
    private final int port;
    private final String description;

    private ServerProcess(Process process, int port, String description) {
        this.process = process;
        this.port = port;
        this.description = description;
    }

    /// Start `slm-lab serve`, as the launcher does.
    static ServerProcess ours(Path policy) throws IOException, InterruptedException {
        return start(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                "slmlab.cli.Main",
                "serve",
                policy.toString(),
                "--port"));
    }

    /// Start LitServe.
    ///
    /// @param mostBatch 1 for no batching
    static ServerProcess litServe(Path home, Path python, Path policy, int mostBatch)
            throws IOException, InterruptedException {
        return start(
                List.of(python.toString(), home.resolve("bench/peers/serve.py").toString(), policy.toString()),
                Integer.toString(mostBatch));
    }

    /// @param command to which the port is added, then the rest
    private static ServerProcess start(List<String> command, String... rest) throws IOException, InterruptedException {
        int port = freePort();
        List<String> all = new ArrayList<>(command);
        all.add(Integer.toString(port));
        all.addAll(List.of(rest));
        ProcessBuilder builder = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("OMP_NUM_THREADS", "1");
        Process process = builder.start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String first = String.valueOf(out.readLine());
        Thread.ofVirtual().start(() -> out.lines().forEach(_ -> {})); // or it stops when the pipe is full
        ServerProcess server = new ServerProcess(process, port, first);
        try {
            server.awaitHealth();
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitHealth() throws IOException, InterruptedException {
        HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/health".formatted(port)))
                .build();
        long end = System.nanoTime() + PATIENCE * 1_000_000_000L;
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (System.nanoTime() < end && process.isAlive()) {
                try {
                    if (client.send(health, HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            == 200) {
                        return;
                    }
                } catch (IOException _) {
                    // it does not listen yet
                }
                Thread.sleep(100);
            }
        }
        throw new IOException("the server is not there after %s seconds: %s".formatted(PATIENCE, description));
    }

    int port() {
        return port;
    }

    /// Return the first line that it printed.
    String description() {
        return description;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
