package slmlab.design.validate;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.Trait;
import slmlab.design.Findings;
import slmlab.spec.key.Written;
import slmlab.spec.text.Keys;

/// The command that starts a blueprint here: a shipped spec of its algorithm, with the blueprint's topology.
///
/// @param topology single, vector or distributed
/// @param workers of a distributed topology
/// @param envs of one worker
/// @param capacity of the buffer, in steps of all envs
/// @param batch of the learner
public record FirstRun(String algorithm, String topology, long workers, long envs, long capacity, long batch) {

    /// Note how to start the blueprint here, or why it cannot be.
    void tell(boolean isOnDevice, Findings found) {
        if (isOnDevice) {
            found.fact("begin_with", "nothing yet: slm-lab trains on the CPU");
            return;
        }
        found.fact("runs_as", words());
        String none = "slm-lab new first.yaml --algorithm %s, since no shipped spec has it".formatted(algorithm);
        found.fact("begin_with", command().orElse(none));
        training().ifPresent(command -> found.fact("then", command));
    }

    /// Return the command of a first session, with the sizes of the blueprint; empty where no shipped spec has the
    /// algorithm.
    private Optional<String> command() {
        String shared = isDistributed() && !isShared() ? " -s meta.distributed=shared" : "";
        return spec().map(spec -> "slm-lab run %s dev -s env.num_envs=%s%s%s".formatted(spec, envs, sizes(), shared));
    }

    /// Return the command of a training with all workers; empty where there is one worker.
    private Optional<String> training() {
        return command()
                .filter(_ -> isDistributed())
                .map(command -> "%s --seeds %s".formatted(command.replace(" dev ", " train "), workers));
    }

    private String sizes() {
        return memory().entrySet().stream()
                .map(entry -> " -s %s=%s".formatted(Keys.last(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining());
    }

    /// Return the keys of a spec that the blueprint decides, by their paths: envs, buffer, batch and workers.
    public SequencedMap<String, Object> settings() {
        SequencedMap<String, Object> settings = new LinkedHashMap<>();
        settings.put("env.num_envs", envs);
        settings.putAll(memory());
        if (isDistributed()) {
            settings.put("meta.distributed", "shared");
            settings.put("meta.max_session", workers);
        }
        return settings;
    }

    /// Return the settings of buffer and batch, for those algorithms that have them.
    private SequencedMap<String, Object> memory() {
        SequencedMap<String, Object> memory = new LinkedHashMap<>();
        if (facts().has(Trait.REPLAY)) {
            memory.put("agent.memory.batch_size", batch);
            memory.put("agent.memory.max_size", capacity);
        } else if (Written.of(facts().defaults()).containsKey("minibatch_size")) {
            memory.put("agent.algorithm.time_horizon", (long) Math.max(1, capacity / ((double) workers * envs)));
            memory.put("agent.algorithm.minibatch_size", batch);
        }
        return memory;
    }

    /// Return what the topology is in this lab.
    private String words() {
        return switch (topology) {
            case "single" -> "one env";
            case "vector" -> "one process that steps a vector of envs";
            default ->
                "threads of one process that share weights, each with its own envs and memory; several machines are still to come";
        };
    }

    private boolean isDistributed() {
        return topology.equals("distributed");
    }

    /// Whether there is a spec whose workers share their weights already.
    private boolean isShared() {
        return isDistributed() && !facts().workersSpec().isEmpty();
    }

    private Optional<String> spec() {
        return Optional.of(isShared() ? facts().workersSpec() : facts().firstSpec())
                .filter(spec -> !spec.isEmpty());
    }

    private AlgorithmFacts<?> facts() {
        return Algorithms.facts(algorithm);
    }
}
