package slmlab.track;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// An MLflow server, through its REST interface.
final class Mlflow {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int LONGEST = 300; // of an answer in a message
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final String server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    /// @param server its address, as `http://127.0.0.1:5000`
    Mlflow(String server) {
        this.server = server;
    }

    String server() {
        return server;
    }

    /// Return the id of an experiment, which is created if there is none of that name.
    String experiment(String name) throws IOException, InterruptedException {
        String query = "experiments/get-by-name?experiment_name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        Map<?, ?> found = answer(request(query).GET().build(), true);
        return found == null
                ? text(post("experiments/create", Map.of("name", name)), "experiment_id")
                : text(found, "experiment", "experiment_id");
    }

    /// Create a run; return its id.
    String create(String experiment, String name, long milliseconds, Map<String, String> tags)
            throws IOException, InterruptedException {
        List<Map<String, String>> written = tags.entrySet().stream()
                .map(tag -> Map.of("key", tag.getKey(), "value", tag.getValue()))
                .toList();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("experiment_id", experiment);
        body.put("run_name", name);
        body.put("start_time", milliseconds);
        body.put("tags", written);
        return text(post("runs/create", body), "run", "info", "run_id");
    }

    /// Set the status of a run: RUNNING, FINISHED, KILLED.
    ///
    /// @param ended milliseconds since 1970; null for a run that continues
    void status(String run, String status, @Nullable Long ended) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("run_id", run);
        body.put("status", status);
        if (ended != null) {
            body.put("end_time", ended);
        }
        post("runs/update", body);
    }

    /// Log at most 1,000 metrics and 100 params, as MLflow allows.
    void log(String run, List<Map<String, Object>> metrics, List<Map<String, Object>> params)
            throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("run_id", run);
        body.put("metrics", metrics);
        body.put("params", params);
        post("runs/log-batch", body);
    }

    /// Return the last step of each metric of a run; null if there is no such run.
    @Nullable
    Map<String, Long> lastSteps(String run) throws IOException, InterruptedException {
        Map<?, ?> found = answer(request("runs/get?run_id=" + run).GET().build(), true);
        if (found == null) {
            return null;
        }
        Map<String, Long> steps = new HashMap<>();
        if (at(found, "run", "data", "metrics") instanceof List<?> metrics) {
            for (Object each : metrics) {
                if (each instanceof Map<?, ?> entry && entry.get("step") instanceof Number step) {
                    steps.put(String.valueOf(entry.get("key")), step.longValue());
                }
            }
        }
        return steps;
    }

    void close() {
        client.shutdownNow();
    }

    private Map<?, ?> post(String path, Object body) throws IOException, InterruptedException {
        Map<?, ?> answer = answer(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JsonFile.line(body)))
                        .build(),
                false);
        return answer == null ? Map.of() : answer;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server + "/api/2.0/mlflow/" + path))
                .timeout(ANSWER);
    }

    /// Return the answer as a map; null if there is no such thing and that may be.
    private @Nullable Map<?, ?> answer(HttpRequest request, boolean mayLack) throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new IOException("no answer from %s (%s)".formatted(server, why), e);
        }
        if (mayLack && response.statusCode() == NOT_FOUND) {
            return null;
        }
        String body = response.body();
        if (response.statusCode() != OK) {
            throw new IOException("%s answers %s: %s"
                    .formatted(
                            server,
                            response.statusCode(),
                            body.substring(0, Math.min(LONGEST, body.length())).strip()));
        }
        try {
            return JsonMapper.shared().readValue(body, Map.class);
        } catch (JacksonException e) {
            throw new IOException("%s does not answer as MLflow does: its answer is no JSON".formatted(server), e);
        }
    }

    private String text(Map<?, ?> answer, String... path) throws IOException {
        if (at(answer, path) instanceof String text) {
            return text;
        }
        throw new IOException("%s does not answer as MLflow does: no %s".formatted(server, String.join(".", path)));
    }

    private static @Nullable Object at(Map<?, ?> answer, String... path) {
        Object value = answer;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value;
    }
}
