package slmlab.track;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;

/// Runs of MLflow, one for each session: its settings as params, its rows as metrics. A session that resumes continues
/// its run, whose id is kept in a file.
final class MlflowTracker implements Tracker {
    private static final int MOST_METRICS = 1_000; // in one request, as MLflow allows
    private static final int MOST_PARAMS = 100;
    private static final int LONGEST_PARAM = 6_000;
    private static final double MILLISECONDS = 1e3;

    private final Mlflow server;
    private final Facts facts;
    private final Path file;
    private final Map<String, String> runs = new TreeMap<>(); // by session
    private final Map<Integer, Map<String, Long>> logged = new HashMap<>(); // by session and metric: the last step
    private @Nullable String experiment;

    /// What MLflow is told of a run.
    ///
    /// @param experiment in which it is listed
    /// @param run its name
    record Facts(
            String experiment, String run, SequencedMap<String, String> settings, SequencedMap<String, String> tags) {}

    /// @param file keeps the ids
    MlflowTracker(Mlflow server, Facts facts, Path file) {
        this.server = server;
        this.facts = facts;
        this.file = file;
    }

    @Override
    public void take(Deque<Event> events) throws IOException, InterruptedException {
        while (!events.isEmpty()) {
            switch (events.getFirst()) {
                case Event.Begin begin -> {
                    begin(begin);
                    events.removeFirst();
                }
                case Event.Row row -> rows(row.session(), events);
                case Event.Weights _ -> events.removeFirst(); // MLflow has no histograms
                case Event.End end -> {
                    String status = end.isFinished() ? "FINISHED" : "KILLED";
                    server.status(run(end.session()), status, (long) (end.seconds() * MILLISECONDS));
                    events.removeFirst();
                }
            }
        }
    }

    private void begin(Event.Begin begin) throws IOException, InterruptedException {
        String session = String.valueOf(begin.session());
        if (begin.frame() > 0 && !runs.containsKey(session) && isContinued(begin.session(), session)) {
            return;
        }
        String id = runs.get(session);
        if (id == null) { // else a second try
            id = create(session, (long) (begin.seconds() * MILLISECONDS));
        }
        params(id);
    }

    private String create(String session, long milliseconds) throws IOException, InterruptedException {
        if (experiment == null) {
            experiment = server.experiment(facts.experiment);
        }
        Map<String, String> tags = new LinkedHashMap<>(facts.tags);
        tags.put("slm_lab.session", session);
        String id = server.create(experiment, "%s_s%s".formatted(facts.run, session), milliseconds, tags);
        runs.put(session, id);
        Map<String, String> ids = read(); // sessions that resume later keep theirs
        ids.putAll(runs);
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("server", server.server());
        kept.put("runs", ids);
        JsonFile.write(file, kept);
        return id;
    }

    /// Continue the run that an earlier process began; return false if the server has none.
    private boolean isContinued(int session, String name) throws IOException, InterruptedException {
        String known = read().get(name);
        Map<String, Long> steps = known == null ? null : server.lastSteps(known);
        if (known == null || steps == null) {
            return false;
        }
        server.status(known, "RUNNING", null);
        runs.put(name, known);
        logged.put(session, steps);
        return true;
    }

    private void params(String run) throws IOException, InterruptedException {
        List<Map<String, Object>> params = new ArrayList<>();
        facts.settings.forEach((key, value) ->
                params.add(Map.of("key", key, "value", value.substring(0, Math.min(LONGEST_PARAM, value.length())))));
        for (int i = 0; i < params.size(); i += MOST_PARAMS) {
            server.log(run, List.of(), params.subList(i, Math.min(i + MOST_PARAMS, params.size())));
        }
    }

    /// Send the rows of a session that stand first, as many as fit in a request; a row that alone is too wide takes
    /// several requests.
    private void rows(int session, Deque<Event> events) throws IOException, InterruptedException {
        List<Map<String, Object>> metrics = new ArrayList<>();
        int sent = 0;
        for (Event event : events) {
            if (!(event instanceof Event.Row row)
                    || row.session() != session
                    || (sent > 0 && metrics.size() + row.values().length > MOST_METRICS)) {
                break;
            }
            add(row, metrics);
            sent++;
        }
        for (int i = 0; i < metrics.size(); i += MOST_METRICS) {
            server.log(run(session), metrics.subList(i, Math.min(i + MOST_METRICS, metrics.size())), List.of());
        }
        for (int i = 0; i < sent; i++) {
            events.removeFirst();
        }
    }

    /// Add the numbers of a row, unless the server has it from before a resume.
    private void add(Event.Row row, List<Map<String, Object>> metrics) {
        Map<String, Long> steps = logged.getOrDefault(row.session(), Map.of());
        if (row.frame() <= steps.getOrDefault(row.phase() + "/frame", -1L)) {
            return;
        }
        for (int i = 0; i < row.values().length; i++) {
            if (Double.isFinite(row.values()[i])) {
                Map<String, Object> metric = new LinkedHashMap<>();
                metric.put("key", row.phase() + "/" + row.names().get(i));
                metric.put("value", row.values()[i]);
                metric.put("timestamp", (long) (row.seconds() * MILLISECONDS));
                metric.put("step", row.frame());
                metrics.add(metric);
            }
        }
    }

    private String run(int session) {
        String id = runs.get(String.valueOf(session));
        if (id == null) {
            throw new IllegalStateException("session %s has not begun".formatted(session));
        }
        return id;
    }

    /// Return the ids of an earlier process, if it used the same server.
    private Map<String, String> read() {
        Map<String, String> ids = new TreeMap<>();
        if (Files.exists(file)
                && JsonFile.read(file) instanceof Map<?, ?> kept
                && server.server().equals(kept.get("server"))
                && kept.get("runs") instanceof Map<?, ?> known) {
            known.forEach((session, id) -> ids.put(String.valueOf(session), String.valueOf(id)));
        }
        return ids;
    }

    @Override
    public void close() {
        server.close();
    }
}
