package slmlab.cli.python;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import slmlab.cli.NamedSpec;
import slmlab.cli.RunFolders;
import slmlab.experiment.Lab;
import slmlab.experiment.Run;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.RunSettings;
import slmlab.experiment.SessionResult;
import slmlab.experiment.Sweep;
import slmlab.experiment.TrialResult;
import slmlab.experiment.Variation;
import slmlab.experiment.plan.Plan;
import slmlab.metric.Metrics;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import tools.jackson.databind.JsonNode;

/// The trainings that Python has asked for: each a run, or the runs of a sweep one after the other.
final class Trainings implements AutoCloseable {
    private static final long PATIENCE = 60; // s, for the states of a run that stops

    private final Frames frames;
    private final Map<Long, TrainingEvents> active = new ConcurrentHashMap<>();
    private volatile boolean closing;

    Trainings(Frames frames) {
        this.frames = frames;
    }

    /// Train what the message asks for, and return what came of each run.
    List<Map<String, Object>> train(JsonNode message) {
        List<String> settings = Requests.texts(message.path("settings"));
        List<Variation> variations = Variation.all(settings, Requests.textMap(message.path("flags")));
        NamedSpec spec = new NamedSpec(message.path("spec").asString(""), Requests.text(message, "name"));
        RunOptions options = options(message);
        if (variations.size() == 1) {
            SpecFile specs = spec.read(variations.getFirst().values());
            String name = spec.chosen(specs);
            Plan plan = Plan.read(specs, name);
            RunSettings kept = new RunSettings(specs.vars(name), specs.settings(name));
            return all(message, List.of(new Member("", plan, options.settings(kept))));
        }
        Sweep sweep = Sweep.of(variations, options, values -> {
            SpecFile specs = spec.read(values);
            return new Sweep.Chosen(specs, spec.chosen(specs));
        });
        return all(
                message,
                sweep.members().stream()
                        .map(each -> new Member(each.label(), each.plan(), each.options()))
                        .toList());
    }

    /// Resume a run, with more frames if the message says so.
    List<Map<String, Object>> resume(JsonNode message) {
        RunFolder folder = RunFolders.of(message.path("path").asString(""));
        Plan plan = Lab.plan(folder);
        if (message.path("max_frame").isNumber()) {
            SpecFile own = SpecFile.read(folder.spec(), Map.of());
            plan = Plan.read(
                    own.with(Map.of("env.max_frame", message.path("max_frame").asLong())), own.first());
        }
        return all(message, List.of(new Member("", plan, options(message), folder)));
    }

    /// One run of a training.
    ///
    /// @param folder that it resumes; null for a new run
    private record Member(
            String label,
            Plan plan,
            RunOptions options,
            @Nullable RunFolder folder) {
        Member(String label, Plan plan, RunOptions options) {
            this(label, plan, options, null);
        }
    }

    private static RunOptions options(JsonNode message) {
        RunOptions options = RunOptions.defaults()
                .seed(message.path("seed").asLong(0))
                .data(Path.of(message.path("data").asString("data")))
                .name(Requests.text(message, "run_name"))
                .command(Requests.texts(message.path("command")));
        return message.path("threads").isNumber()
                ? options.threads(message.path("threads").asInt())
                : options;
    }

    private List<Map<String, Object>> all(JsonNode message, List<Member> members) {
        long id = message.path("id").asLong();
        TrainingEvents events =
                new TrainingEvents(id, frames, message.path("callbacks").asBoolean(false));
        active.put(id, events);
        try {
            List<Map<String, Object>> results = new ArrayList<>();
            for (int i = 0; i < members.size() && !closing && !events.isStopped(); i++) {
                results.add(one(members.get(i), i, members.size(), events));
            }
            return results;
        } finally {
            active.remove(id);
        }
    }

    private static Map<String, Object> one(Member member, int at, int count, TrainingEvents events) {
        @Nullable RunFolder folder = member.folder();
        events.next(at);
        // An interrupt would close files that are being written; a stop comes through events.
        Run run = folder == null
                ? Lab.start(member.plan(), member.options(), events)
                : Lab.startResume(folder, member.plan(), member.options(), events);
        events.begun(run, count, member.label(), member.plan());
        try {
            return written(member.label(), run.await());
        } catch (RunFailedException e) {
            if (count == 1) {
                throw e;
            }
            return Map.of(
                    "label",
                    member.label(),
                    "folder",
                    run.folder().path().toString(),
                    "failed",
                    String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> written(String label, TrialResult result) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("label", label);
        written.put("folder", result.folder().path().toAbsolutePath().toString());
        written.put("finished", result.finished());
        written.put(Metrics.MEAN_RETURN.name(), result.meanReturn());
        written.put("evaluation", result.evaluation().orElse(Double.NaN));
        written.put(
                "sessions", result.sessions().stream().map(Trainings::written).toList());
        written.put("warnings", result.warnings());
        return written;
    }

    private static Map<String, Object> written(SessionResult session) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("session", session.session());
        written.put("frame", session.frame());
        written.put("seconds", session.seconds());
        written.put("episodes", session.episodes());
        written.put(Metrics.MEAN_RETURN.name(), session.meanReturn());
        written.put("finished", session.finished());
        written.put("early_stop", session.earlyStop());
        return written;
    }

    /// Take Python's answer to an event that it was asked about.
    void seen(JsonNode message) {
        TrainingEvents events = active.get(message.path("training").asLong());
        if (events != null) {
            events.seen(message.path("event").asLong(), message.path("stop").asBoolean(false));
        }
    }

    void stop(long id) {
        TrainingEvents events = active.get(id);
        if (events != null) {
            events.stop();
        }
    }

    /// Stop all runs, and wait until their states are written.
    @Override
    public void close() {
        closing = true;
        active.values().forEach(TrainingEvents::stop);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!active.isEmpty() && System.nanoTime() < end) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
