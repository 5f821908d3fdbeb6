package slmlab.track;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

/// What an MLflow server is asked, word for word.
class MlflowTrackerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private final List<String> requests = new ArrayList<>();
    private final Map<String, String> answers = new LinkedHashMap<>(); // by the beginning of a request; else 404
    private final List<HttpServer> servers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // begin sets it
    private String address;

    @BeforeEach
    void begin() throws IOException {
        address = serve();
        answers.put("POST experiments/create", "{\"experiment_id\": \"7\"}");
        answers.put("POST runs/create", "{\"run\": {\"info\": {\"run_id\": \"a\"}}}");
        answers.put("POST", "{}");
    }

    @AfterEach
    void end() {
        servers.forEach(server -> server.stop(0));
    }

    private String serve() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/2.0/mlflow/", this::answer);
        server.start();
        servers.add(server);
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString().replace("/api/2.0/mlflow/", "");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String request = (exchange.getRequestMethod() + " " + path + " " + body).strip();
        requests.add(request);
        String found = answers.entrySet().stream()
                .filter(answer -> request.startsWith(answer.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
        byte[] bytes = found.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(found.isEmpty() ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /// Send events in a process of their own; return what the server was asked.
    private List<String> send(String server, Event... events) throws IOException, InterruptedException {
        requests.clear();
        SequencedMap<String, String> settings = new LinkedHashMap<>(Map.of("env.name", "CartPole-v1"));
        SequencedMap<String, String> tags = new LinkedHashMap<>(Map.of("slm_lab.spec", "ppo"));
        MlflowTracker tracker = new MlflowTracker(
                new Mlflow(server),
                new MlflowTracker.Facts("my lab", "ppo_1", settings, tags),
                temp.resolve("mlflow.json"));
        ArrayDeque<Event> all = new ArrayDeque<>(List.of(events));
        tracker.take(all);
        tracker.close();
        assertThat(all).isEmpty();
        return List.copyOf(requests);
    }

    private static Event.Row row(int session, long frame, double loss) {
        return new Event.Row(session, "train", frame, 2.5, List.of("frame", "loss"), new double[] {frame, loss});
    }

    @Test
    void aSessionIsARunWithParamsMetricsAndAnEnd() throws IOException, InterruptedException {
        assertThat(send(
                        address,
                        new Event.Begin(0, 0, 1.5),
                        row(0, 500, 0.5),
                        row(0, 1000, Double.NaN),
                        new Event.End(0, true, 9.25)))
                .containsExactly(
                        "GET experiments/get-by-name?experiment_name=my+lab",
                        "POST experiments/create {\"name\":\"my lab\"}",
                        "POST runs/create {\"experiment_id\":\"7\",\"run_name\":\"ppo_1_s0\",\"start_time\":1500,"
                                + "\"tags\":[%s,%s]}"
                                        .formatted(pair("slm_lab.spec", "ppo"), pair("slm_lab.session", "0")),
                        "POST runs/log-batch {\"run_id\":\"a\",\"metrics\":[],\"params\":[%s]}"
                                .formatted(pair("env.name", "CartPole-v1")),
                        "POST runs/log-batch {\"run_id\":\"a\",\"metrics\":["
                                + metric("train/frame", "500.0", 500) + ","
                                + metric("train/loss", "0.5", 500) + ","
                                + metric("train/frame", "1000.0", 1000) + "],\"params\":[]}",
                        "POST runs/update {\"run_id\":\"a\",\"status\":\"FINISHED\",\"end_time\":9250}");
    }

    private static String metric(String key, String value, long step) {
        return "{\"key\":\"%s\",\"value\":%s,\"timestamp\":2500,\"step\":%s}".formatted(key, value, step);
    }

    /// Return a pair as it is written: the order of `Map.of` is any.
    private static String pair(String key, String value) {
        return JsonFile.line(Map.of("key", key, "value", value));
    }

    @Test
    void aResumedSessionContinuesItsRunAfterTheLastStep() throws IOException, InterruptedException {
        send(address, new Event.Begin(0, 0, 1), row(0, 500, 1), row(0, 1000, 1), new Event.End(0, false, 2));
        answers.put("GET runs/get?run_id=a", """
                {"run": {"data": {"metrics": [{"key": "train/frame", "value": 1000, "step": 1000}]}}}""");
        assertThat(send(
                        address,
                        new Event.Begin(0, 700, 3),
                        row(0, 1000, 1),
                        row(0, 1500, 2),
                        new Event.End(0, false, 4)))
                .containsExactly(
                        "GET runs/get?run_id=a",
                        "POST runs/update {\"run_id\":\"a\",\"status\":\"RUNNING\"}",
                        "POST runs/log-batch {\"run_id\":\"a\",\"metrics\":["
                                + metric("train/frame", "1500.0", 1500) + ","
                                + metric("train/loss", "2.0", 1500) + "],\"params\":[]}",
                        "POST runs/update {\"run_id\":\"a\",\"status\":\"KILLED\",\"end_time\":4000}");
    }

    @Test
    void idsOfAnotherServerAndOfDeletedRunsAreNotUsed() throws IOException, InterruptedException {
        send(address, new Event.Begin(0, 0, 1));
        assertThat(send(address, new Event.Begin(0, 700, 3))).anyMatch(each -> each.startsWith("POST runs/create"));
        answers.put("GET runs/get?run_id=a", "{\"run\": {}}");
        assertThat(send(address, new Event.Begin(0, 700, 3))).noneMatch(each -> each.startsWith("POST runs/create"));
        String other = serve();
        assertThat(send(other, new Event.Begin(0, 700, 3)))
                .noneMatch(each -> each.contains("run_id=a"))
                .anyMatch(each -> each.startsWith("POST runs/create"));
    }

    /// Session 1 begins before session 0 resumes, whose id must not be forgotten.
    @Test
    void aNewSessionKeepsTheIdsOfTheOthers() throws IOException, InterruptedException {
        send(address, new Event.Begin(0, 0, 1));
        answers.put("POST runs/create", "{\"run\": {\"info\": {\"run_id\": \"b\"}}}");
        answers.put("GET runs/get?run_id=a", "{\"run\": {}}");
        assertThat(send(address, new Event.Begin(1, 0, 3), new Event.Begin(0, 700, 3), new Event.End(0, true, 4)))
                .contains("POST runs/update {\"run_id\":\"a\",\"status\":\"FINISHED\",\"end_time\":4000}");
    }

    /// MLflow takes 1,000 metrics in a request: a row of 1,001 columns takes two, and the row after it its own.
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // it was tried again forever
    void aRowOfMoreThanAThousandColumnsIsSentInPieces() throws IOException, InterruptedException {
        List<String> names =
                IntStream.rangeClosed(1, 1_001).mapToObj(each -> "m" + each).toList();
        double[] values = IntStream.rangeClosed(1, 1_001).asDoubleStream().toArray();
        Event.Row wide = new Event.Row(0, "train", 500, 2.5, names, values);
        List<String> logged = send(address, new Event.Begin(0, 0, 1), wide, row(0, 1000, 1)).stream()
                .filter(each -> each.startsWith("POST runs/log-batch") && each.contains("\"params\":[]"))
                .toList();
        assertThat(logged).hasSize(3);
        assertThat(logged.get(0).split("\"key\"", -1)).hasSize(1 + 1_000);
        assertThat(logged.get(1))
                .isEqualTo("POST runs/log-batch {\"run_id\":\"a\",\"metrics\":[" + metric("train/m1001", "1001.0", 500)
                        + "],\"params\":[]}");
        assertThat(logged.get(2)).contains("\"step\":1000");
    }

    /// Params are the keys of the spec that have a value.
    @Test
    void aRunIsNamedByItsFolderAndHasItsSettings() {
        RunFolder folder = RunFolder.create(
                temp.resolve("data"),
                "ppo",
                LocalDateTime.of(2026, 11, 18, 12, 0, 0),
                made -> JsonFile.write(made.spec(), Map.of("ppo", Map.of("env", nullable("name", "A", "mask")))));
        Trackers trackers = Trackers.open(
                Trackers.checked(List.of("mlflow=" + address), Map.of()),
                folder,
                Map.of("MLFLOW_EXPERIMENT_NAME", "mine"),
                _ -> {});
        trackers.offer(new Event.Begin(0, 0, 1));
        assertThat(trackers.close()).isEmpty();
        assertThat(requests)
                .contains("POST experiments/create {\"name\":\"mine\"}")
                .contains("POST runs/log-batch {\"run_id\":\"a\",\"metrics\":[],\"params\":[%s]}"
                        .formatted(pair("env.name", "A")));
    }

    /// Return a map of two keys, the second without a value.
    private static Map<String, @Nullable Object> nullable(String key, Object value, String empty) {
        Map<String, @Nullable Object> map = new TreeMap<>();
        map.put(key, value);
        map.put(empty, null);
        return map;
    }
}
