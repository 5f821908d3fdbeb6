package slmlab.track;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// The trackers of a run, each behind a queue and a thread of its own.
public final class Trackers {
    /// The word for no tracker, where a run that resumes would continue those it began with.
    public static final String NONE = "none";

    private static final String TENSORBOARD = "tensorboard";
    private static final String JSON_LINES = "jsonl";
    private static final String MLFLOW = "mlflow";
    private static final String ADDRESS = MLFLOW + "=";
    private static final String HOME = "http://127.0.0.1:5000"; // where `mlflow server` listens
    private static final int MOST = 1_000; // rows that may wait

    private final List<Queued> all;

    private Trackers(List<Queued> all) {
        this.all = all;
    }

    /// Check words as `tensorboard`, `jsonl`, `mlflow` and `mlflow=http://host:5000`, and return them in full: with
    /// the address of the server. An [IllegalArgumentException] says what is wrong with all of them.
    ///
    /// @param variables of the environment: MLFLOW_TRACKING_URI is the address of the server
    public static List<String> checked(List<String> words, Map<String, String> variables) {
        List<String> problems = new ArrayList<>();
        List<String> full = new ArrayList<>();
        for (String word : words) {
            if (word.equals(MLFLOW)) {
                String address = variables.getOrDefault("MLFLOW_TRACKING_URI", HOME);
                full.add(ADDRESS + server(address, "MLFLOW_TRACKING_URI", problems));
            } else if (word.startsWith(ADDRESS)) {
                full.add(ADDRESS + server(word.substring(ADDRESS.length()), "the address of MLflow", problems));
            } else if (List.of(TENSORBOARD, JSON_LINES, NONE).contains(word)) {
                full.add(word);
            } else {
                problems.add("there is no tracker '%s'; there are tensorboard, jsonl, mlflow, mlflow=ADDRESS and none"
                        .formatted(word));
            }
        }
        if (full.contains(NONE) && full.size() > 1) {
            problems.add("none stands alone");
        }
        if (full.stream().map(Trackers::kind).distinct().count() < full.size()) {
            problems.add("a tracker is named twice");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("--track: " + String.join("; ", problems));
        }
        return full;
    }

    private static String kind(String word) {
        return word.startsWith(ADDRESS) ? MLFLOW : word;
    }

    private static String server(String address, String what, List<String> problems) {
        String needs = "%s is '%s'; needs that of a server, as %s".formatted(what, address, HOME);
        try {
            URI uri = new URI(address);
            if (uri.getHost() == null || !List.of("http", "https").contains(String.valueOf(uri.getScheme()))) {
                problems.add(needs);
            } else if (uri.getUserInfo() != null) {
                problems.add("%s holds a password, which would be kept in the run folder; needs one without"
                        .formatted(what));
            }
        } catch (URISyntaxException _) {
            problems.add(needs);
        }
        return address.replaceAll("/+$", "");
    }

    /// Open the trackers of a run.
    ///
    /// @param words as [#checked] returns them
    /// @param log is told once, from a thread of its own, what goes wrong with a tracker
    public static Trackers open(
            List<String> words, RunFolder folder, Map<String, String> variables, Consumer<String> log) {
        List<Queued> all = new ArrayList<>();
        for (String word : words) {
            if (!word.equals(NONE)) {
                all.add(new Queued(kind(word), tracker(word, folder, variables), MOST, Queued.Backoff.USUAL, log));
            }
        }
        return new Trackers(all);
    }

    private static Tracker tracker(String word, RunFolder folder, Map<String, String> variables) {
        Path log = folder.path().resolve("log");
        SequencedMap<String, String> settings = settings(folder);
        return switch (kind(word)) {
            case TENSORBOARD ->
                new TensorBoardTracker(
                        (session, seconds) -> eventFile(log.resolve("tensorboard/s" + session), seconds),
                        values(settings));
            case JSON_LINES -> new JsonLinesTracker(log.resolve("metrics.jsonl"));
            default -> {
                String run = Objects.toString(
                        folder.path().toAbsolutePath().normalize().getFileName());
                SequencedMap<String, String> tags = new LinkedHashMap<>();
                tags.put("slm_lab.run", run);
                tags.put("slm_lab.spec", folder.name());
                yield new MlflowTracker(
                        new Mlflow(word.substring(ADDRESS.length())),
                        new MlflowTracker.Facts(
                                variables.getOrDefault("MLFLOW_EXPERIMENT_NAME", "slm-lab"), run, settings, tags),
                        log.resolve("mlflow.json"));
            }
        };
    }

    /// Return the name of a further event file; the number makes two of one second differ and sort.
    private static Path eventFile(Path folder, double seconds) throws IOException {
        long count = 0;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> entries = Files.list(folder)) {
                count = entries.count();
            }
        }
        return folder.resolve(
                String.format(Locale.ROOT, "events.out.tfevents.%010d.slm-lab.%03d", (long) seconds, count));
    }

    /// Return the keys of the run's spec that have a value.
    private static SequencedMap<String, String> settings(RunFolder folder) {
        SequencedMap<String, String> settings = RunSpec.keys(folder);
        settings.values().removeIf("null"::equals);
        return settings;
    }

    /// Return the same with numbers where they are numbers.
    private static SequencedMap<String, Object> values(SequencedMap<String, String> settings) {
        SequencedMap<String, Object> values = new LinkedHashMap<>();
        settings.forEach((key, text) -> values.put(key, value(text)));
        return values;
    }

    private static Object value(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException _) {
            return text;
        }
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// Hand an event to all trackers. Never waits and never fails.
    public void offer(Event event) {
        all.forEach(each -> each.offer(event));
    }

    /// Deliver what is waiting, with little patience; return what was not delivered and why, in words.
    public List<String> close() {
        return all.stream().map(Queued::close).filter(Objects::nonNull).toList();
    }
}
