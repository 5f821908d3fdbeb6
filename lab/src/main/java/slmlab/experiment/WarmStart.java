package slmlab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.env.wrapper.NormalizeObs;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.SavedWeights;
import slmlab.experiment.state.StateFolder;
import slmlab.run.RunFolder;
import slmlab.spec.AgentSpec;
import slmlab.tensor.Array;
import slmlab.tensor.State;
import slmlab.tensor.safetensors.SafeTensors;

/// The weights of another run that a run begins with, as `agent.init_from` says.
///
/// A new run keeps a copy of them in its folder: a session that begins later, or after a kill, needs no other run.
final class WarmStart {
    private static final String OPTIMIZERS = "optimizers.";
    private static final String FRAME = "frame";

    private final AgentSpec.InitFrom config;
    private final SequencedMap<String, Array> arrays;
    private final Map<String, String> facts;

    private WarmStart(AgentSpec.InitFrom config, SequencedMap<String, Array> arrays, Map<String, String> facts) {
        this.config = config;
        this.arrays = arrays;
        this.facts = facts;
    }

    /// Read the copy in a run folder; null if the run began with random weights.
    static @Nullable WarmStart of(Plan plan, RunFolder folder) {
        AgentSpec.InitFrom config = plan.spec().agent().initFrom();
        if (config == null) {
            return null;
        }
        SafeTensors.Contents contents = SafeTensors.read(folder.initModel());
        return new WarmStart(config, new LinkedHashMap<>(contents.tensors()), contents.metadata());
    }

    /// Read the run that a plan names; null if it names none.
    ///
    /// @throws IllegalArgumentException if it is not there, or has not what is asked for
    static @Nullable WarmStart source(Plan plan) {
        AgentSpec.InitFrom config = plan.spec().agent().initFrom();
        if (config == null) {
            return null;
        }
        try {
            return source(config);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("agent.init_from: " + e.getMessage(), e);
        }
    }

    private static WarmStart source(AgentSpec.InitFrom config) {
        RunFolder run = RunFolder.open(Path.of(config.run()));
        int session = config.session() == null ? TrainedAgent.bestSession(run) : config.session();
        Path file = config.best() ? run.bestModel(session) : run.model(session);
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "there are no weights %s; it has the sessions %s".formatted(file, run.sessions()));
        }
        SequencedMap<String, Array> arrays =
                new LinkedHashMap<>(SafeTensors.read(file).tensors());
        if (config.optimizer()) {
            arrays.putAll(optimizers(run, session));
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("run", run.path().toAbsolutePath().normalize().toString());
        facts.put("spec", run.name());
        facts.put("session", Integer.toString(session));
        facts.put("weights", config.best() ? "best" : "last");
        facts.put(FRAME, Long.toString(TrainedAgent.lastFrame(run, session)));
        return new WarmStart(config, arrays, facts);
    }

    private static SequencedMap<String, Array> optimizers(RunFolder run, int session) {
        State state = new StateFolder(run.state(session)).read();
        SequencedMap<String, Array> found = new LinkedHashMap<>();
        String prefix = "agent." + OPTIMIZERS;
        if (state != null) {
            state.arrays().forEach((name, array) -> {
                if (name.startsWith(prefix)) {
                    found.put(OPTIMIZERS + name.substring(prefix.length()), array);
                }
            });
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no state of the optimizers; set optimizer: false".formatted(run.state(session)));
        }
        return found;
    }

    /// Return where they come from, for `run.json`.
    Map<String, String> facts() {
        return facts;
    }

    /// Write a copy.
    void write(Path file) {
        SafeTensors.write(file, arrays, facts);
    }

    /// Load them into a learner that has not begun.
    ///
    /// @throws IllegalArgumentException that lists every array that does not fit
    void load(Learner learner) {
        SequencedMap<String, Array> weights = new LinkedHashMap<>();
        SequencedMap<String, Array> optimizers = new LinkedHashMap<>();
        arrays.forEach((name, array) -> {
            if (name.startsWith(OPTIMIZERS)) {
                optimizers.put(name, array);
            } else if (config.normalizer() || !isStatistic(name)) {
                weights.put(name, array);
            }
        });
        @Nullable
        NormalizeObs normalizer = config.normalizer() ? learner.stack().obs() : null;
        List<String> problems = new ArrayList<>();
        try {
            SavedWeights.load(
                    facts.getOrDefault("run", ""),
                    weights,
                    learner.algorithm().variables(),
                    normalizer,
                    Math.max(1, Double.parseDouble(facts.getOrDefault(FRAME, "1"))));
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            boolean isStatistics = message.contains(SavedWeights.OBS_MEAN);
            problems.add(message + (isStatistics ? "; agent.init_from.normalizer: false leaves them as they are" : ""));
        }
        if (config.optimizer()) {
            load(optimizers, learner, problems);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("agent.init_from: " + String.join("\n", problems));
        }
    }

    private static boolean isStatistic(String name) {
        return name.equals(SavedWeights.OBS_MEAN) || name.equals(SavedWeights.OBS_VARIANCE);
    }

    /// Load the optimizers' states, and leave everything else of the agent as it is.
    private static void load(Map<String, Array> optimizers, Learner learner, List<String> problems) {
        State state = new State();
        learner.algorithm().save(state);
        for (String name : List.copyOf(state.arrays().keySet())) {
            if (name.startsWith(OPTIMIZERS)) {
                Array own = state.array(name);
                Array other = optimizers.remove(name);
                if (other == null) {
                    problems.add("%s is missing".formatted(name));
                } else if (!other.shape().equals(own.shape())) {
                    problems.add("%s is %s; needs %s".formatted(name, other.shape(), own.shape()));
                } else {
                    state.put(name, other);
                }
            }
        }
        optimizers.keySet().forEach(name -> problems.add("%s is not a state of an optimizer here".formatted(name)));
        if (problems.isEmpty()) {
            learner.algorithm().load(state);
        }
    }
}
