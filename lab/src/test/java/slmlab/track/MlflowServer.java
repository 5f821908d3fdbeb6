package slmlab.track;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import slmlab.file.JsonFile;
import tools.jackson.databind.json.JsonMapper;

/// A real MLflow server, from its package, on a database in a folder.
public final class MlflowServer implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);

    private final Process process;
    private final String address;
    private final HttpClient client = HttpClient.newHttpClient();

    private MlflowServer(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /// Start a server and wait until it answers; skip the test where MLflow is not installed.
    public static MlflowServer start(Path folder) throws IOException, InterruptedException {
        String python = Optional.ofNullable(System.getenv("SLM_LAB_MLFLOW"))
                .orElse(Path.of("../.venv/mlflow/bin/python").toAbsolutePath().toString());
        assumeTrue(
                Files.isExecutable(Path.of(python)),
                "needs a Python with MLflow: scripts/python-env mlflow, or SLM_LAB_MLFLOW=…");
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path log = folder.resolve("mlflow.log");
        Process process = new ProcessBuilder(
                        python,
                        "-m",
                        "mlflow",
                        "server",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        String.valueOf(port),
                        "--workers",
                        "1",
                        "--backend-store-uri",
                        "sqlite:///" + folder.toAbsolutePath().resolve("mlflow.db"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        MlflowServer server = new MlflowServer(process, "http://127.0.0.1:" + port);
        long until = System.nanoTime() + START.toNanos();
        while (!server.isUp()) {
            if (!process.isAlive() || System.nanoTime() > until) {
                server.close();
                throw new AssertionError("MLflow does not start: " + Files.readString(log));
            }
            Thread.sleep(200);
        }
        server.warmUp();
        return server;
    }

    /// Make a run: the first requests load much of the package.
    private void warmUp() throws IOException, InterruptedException {
        Map<?, ?> made = ask("experiments/create", Map.of("name", "warm-up"));
        Map<?, ?> run = ask("runs/create", Map.of("experiment_id", String.valueOf(made.get("experiment_id"))));
        Map<?, ?> info =
                (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(run.get("run"))).get("info"));
        String id = String.valueOf(info.get("run_id"));
        ask("runs/log-batch", Map.of("run_id", id, "params", List.of(Map.of("key", "a", "value", "1"))));
        ask("runs/update", Map.of("run_id", id, "status", "FINISHED"));
    }

    public String address() {
        return address;
    }

    private boolean isUp() throws InterruptedException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(address + "/health")).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /// Ask the server, by POST.
    public Map<?, ?> ask(String path, Map<String, ?> body) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(address + "/api/2.0/mlflow/" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonFile.line(body)))
                .build());
    }

    /// Ask the server, by GET.
    public Map<?, ?> ask(String path) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(address + "/api/2.0/mlflow/" + path))
                .build());
    }

    private Map<?, ?> answer(HttpRequest request) throws IOException, InterruptedException {
        String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return JsonMapper.shared().readValue(body, Map.class);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
