package slmlab.design.validate;

import java.util.List;
import java.util.Optional;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.Trait;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Validator;
import slmlab.spec.text.Suggestion;

/// Checks a blueprint of a training system: four layers, what runs where, and whether they fit.
final class Architecture implements Validator {
    private static final long ENVS_PER_CORE = 4;
    private static final long MOST_LAG = 100;
    private static final long BATCHES = 10; // that a replay holds

    /// What the checks need of a blueprint; empty where it is missing or wrong.
    private record Plan(
            DesignSection design,
            Optional<String> algorithm,
            Optional<String> policyType,
            Optional<String> topology,
            Optional<String> transport,
            Layers layers,
            Findings found) {

        boolean isOnPolicy() {
            return policyType.equals(Optional.of("on_policy"));
        }

        boolean isOffPolicy() {
            return policyType.equals(Optional.of("off_policy"));
        }

        boolean isDistributed() {
            return topology.equals(Optional.of("distributed"));
        }
    }

    private record Layers(
            Optional<Long> workers,
            Optional<Long> envs,
            Optional<String> rolloutDevice,
            Optional<String> buffer,
            Optional<String> location,
            Optional<Long> capacity,
            boolean isPrioritized,
            Optional<String> learnerDevice,
            Optional<Long> batch,
            Optional<String> transfer,
            Optional<Long> syncEvery) {}

    @Override
    public void check(DesignSection design, Findings found) {
        design.require("name", "algorithm", "policy_type", "topology", "transport", "layers");
        Optional<String> name = design.text("name");
        Plan plan = new Plan(
                design,
                design.text("algorithm"),
                design.choice("policy_type", "on_policy", "off_policy"),
                design.choice("topology", "single", "vector", "distributed"),
                design.choice("transport", "memory", "pipe", "socket", "rpc"),
                design.section("layers").map(layers -> layers(layers, found)).orElse(nothing()),
                found);
        boolean isOnDevice = design.choice("simulator", "host", "device").equals(Optional.of("device"));
        checkAlgorithm(plan);
        checkBuffer(plan);
        checkTopology(plan);
        checkDevices(plan, isOnDevice);
        Optional<Long> cores = design.atLeast(1, "cores");
        Optional<Double> steps = design.number("steps_per_second");
        Optional<Long> bytes = design.atLeast(1, "bytes_per_frame");
        checkLoad(plan, cores);
        if (!found.hasErrors()) {
            tellFacts(plan, name.orElse(""), steps, bytes);
        }
    }

    private static Layers layers(DesignSection layers, Findings found) {
        layers.require("rollout", "buffer", "learner", "eval_log");
        Optional<DesignSection> rollout = layers.section("rollout");
        Optional<DesignSection> buffer = layers.section("buffer");
        Optional<DesignSection> learner = layers.section("learner");
        rollout.ifPresent(each -> each.require("workers", "envs_per_worker", "device", "sync"));
        rollout.ifPresent(each -> each.flag("sync"));
        buffer.ifPresent(each -> each.require("class", "location", "capacity", "prioritized"));
        learner.ifPresent(each -> each.require("device", "batch", "transfer", "sync_every"));
        layers.section("eval_log").ifPresent(each -> checkLog(each, found));
        return new Layers(
                rollout.flatMap(each -> each.atLeast(1, "workers")),
                rollout.flatMap(each -> each.atLeast(1, "envs_per_worker")),
                rollout.flatMap(each -> each.choice("device", "cpu", "gpu")),
                buffer.flatMap(each -> each.choice("class", "rollout", "circular")),
                buffer.flatMap(each -> each.choice("location", "local", "shared", "remote")),
                buffer.flatMap(each -> each.atLeast(1, "capacity")),
                buffer.map(each -> each.flag("prioritized")).orElse(false),
                learner.flatMap(each -> each.choice("device", "cpu", "gpu")),
                learner.flatMap(each -> each.atLeast(1, "batch")),
                learner.flatMap(each -> each.choice("transfer", "per_batch", "native")),
                learner.flatMap(each -> each.atLeast(1, "sync_every")));
    }

    private static Layers nothing() {
        return new Layers(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static void checkLog(DesignSection log, Findings found) {
        log.require("every_steps", "episodes", "checkpoint_every", "sinks");
        log.atLeast(1, "every_steps");
        log.atLeast(1, "episodes");
        log.atLeast(1, "checkpoint_every");
        if (log.has("sinks") && log.texts("sinks").isEmpty()) {
            found.add(Code.L14, log.at("sinks"), "is empty: nobody sees the run", "name files, tensorboard or mlflow");
        }
    }

    private static void checkAlgorithm(Plan plan) {
        plan.algorithm.ifPresent(name -> {
            List<String> names = Algorithms.ALL.names();
            String at = plan.design.at("algorithm");
            if (!names.contains(name)) {
                String message = "is %s, which is no algorithm of slm-lab".formatted(name);
                String fix = "see slm-lab list algorithms" + Suggestion.hint(name, names);
                plan.found.add(Code.L11, at, message, fix);
            } else if ((plan.isOnPolicy() && Algorithms.has(name, Trait.REPLAY))
                    || (plan.isOffPolicy() && Algorithms.has(name, Trait.ROLLOUT))) {
                String right = plan.isOnPolicy() ? "off_policy" : "on_policy";
                String message = "is %s, which is %s".formatted(name, right.replace('_', '-'));
                plan.found.add(Code.L12, at, message, "write policy_type: " + right);
            }
        });
    }

    private static void checkBuffer(Plan plan) {
        Layers layers = plan.layers;
        String at = "layers.buffer.";
        layers.buffer.ifPresent(kind -> {
            if (plan.isOnPolicy() && kind.equals("circular")) {
                String message = "is circular: an on-policy learner may use a step once only";
                plan.found.add(Code.L01, at + "class", message, "write class: rollout, cleared after each update");
            } else if (plan.isOffPolicy() && kind.equals("rollout")) {
                String message = "is a rollout: an off-policy learner uses old steps again";
                plan.found.add(Code.L02, at + "class", message, "write class: circular");
            }
            if (kind.equals("rollout") && layers.isPrioritized) {
                String message = "is true for a rollout, whose steps are all used";
                plan.found.add(Code.L03, at + "prioritized", message, "write false");
            }
        });
        if (layers.capacity.isEmpty() || layers.batch.isEmpty()) {
            return;
        }
        long capacity = layers.capacity.get();
        long batch = layers.batch.get();
        if (plan.isOffPolicy() && capacity / BATCHES < batch) {
            String message = "is %s, and a batch %s".formatted(capacity, batch);
            plan.found.add(Code.L07, at + "capacity", message, "write at least ten batches");
        } else if (plan.isOnPolicy() && capacity < batch) {
            String message = "is %s, and a batch %s".formatted(capacity, batch);
            plan.found.add(Code.L08, at + "capacity", message, "write at least one batch");
        }
    }

    private static void checkTopology(Plan plan) {
        Layers layers = plan.layers;
        if (plan.isDistributed() && layers.location.equals(Optional.of("local"))) {
            String message = "is local, and workers of other processes cannot reach it";
            plan.found.add(Code.L04, "layers.buffer.location", message, "write shared or remote");
        }
        if (plan.isDistributed() && plan.transport.equals(Optional.of("memory"))) {
            String message = "is memory, which other machines do not share";
            plan.found.add(Code.L05, plan.design.at("transport"), message, "write pipe, socket or rpc");
        }
        boolean isSingle = plan.topology.equals(Optional.of("single"));
        boolean isVector = plan.topology.equals(Optional.of("vector"));
        boolean hasWorkers = layers.workers.filter(n -> n > 1).isPresent();
        boolean hasEnvs = layers.envs.filter(n -> n > 1).isPresent();
        if ((isSingle && (hasWorkers || hasEnvs)) || (isVector && hasWorkers)) {
            String message = "is %s, and there are more workers or envs".formatted(plan.topology.orElse(""));
            String fix = hasWorkers ? "write distributed" : "write vector";
            plan.found.add(Code.L13, plan.design.at("topology"), message, fix);
        }
    }

    private static void checkDevices(Plan plan, boolean isOnDevice) {
        boolean copies = plan.layers.transfer.equals(Optional.of("per_batch"))
                || plan.layers.rolloutDevice.equals(Optional.of("cpu"))
                || plan.layers.learnerDevice.equals(Optional.of("cpu"));
        if (isOnDevice && copies) {
            String message = "is device, and frames are copied through the host";
            String fix = "rollout and learner on gpu, with transfer: native";
            plan.found.add(Code.L06, plan.design.at("simulator"), message, fix);
        }
        plan.layers
                .syncEvery
                .filter(updates -> updates > MOST_LAG)
                .ifPresent(updates -> plan.found.add(
                        Code.L10,
                        "layers.learner.sync_every",
                        "is %s updates: actors act with old weights".formatted(updates),
                        "write at most %s".formatted(MOST_LAG)));
    }

    private static void checkLoad(Plan plan, Optional<Long> cores) {
        double envs = envs(plan.layers);
        cores.filter(each -> envs > (double) ENVS_PER_CORE * each)
                .ifPresent(each -> plan.found.add(
                        Code.L09,
                        "layers.rollout.workers",
                        "make %s envs for %s cores".formatted(FactNumber.number(envs), each),
                        "use at most %s envs".formatted(FactNumber.number((double) ENVS_PER_CORE * each))));
    }

    private static double envs(Layers layers) {
        return (double) layers.workers.orElse(1L) * layers.envs.orElse(1L);
    }

    private static void tellFacts(Plan plan, String name, Optional<Double> steps, Optional<Long> bytes) {
        Findings found = plan.found;
        found.fact("name", name);
        found.fact("envs", FactNumber.fact(envs(plan.layers)));
        steps.ifPresent(each -> found.fact("frames_per_second", FactNumber.fact(each * envs(plan.layers))));
        bytes.ifPresent(
                each -> found.fact("buffer_bytes", FactNumber.fact((double) each * plan.layers.capacity.orElse(0L))));
        found.fact(
                "diagram",
                Diagram.of(
                        "rollout: %s worker(s) × %s env(s) on %s"
                                .formatted(
                                        plan.layers.workers.orElse(1L),
                                        plan.layers.envs.orElse(1L),
                                        plan.layers.rolloutDevice.orElse("")),
                        "buffer: %s of %s, %s"
                                .formatted(
                                        plan.layers.buffer.orElse(""),
                                        plan.layers.capacity.orElse(0L),
                                        plan.layers.location.orElse("")),
                        "learner: batches of %s on %s"
                                .formatted(plan.layers.batch.orElse(0L), plan.layers.learnerDevice.orElse("")),
                        "evaluation and logs"));
        FirstRun run = new FirstRun(
                plan.algorithm.orElse(""),
                plan.topology.orElse(""),
                plan.layers.workers.orElse(1L),
                plan.layers.envs.orElse(1L),
                plan.layers.capacity.orElse(1L),
                plan.layers.batch.orElse(1L));
        Optional<String> device = Optional.of("gpu");
        run.tell(plan.layers.rolloutDevice.equals(device) || plan.layers.learnerDevice.equals(device), found);
    }
}
