package slmlab.experiment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Policy;
import slmlab.agent.Stats;
import slmlab.agent.part.Sharing;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.metric.Metric;
import slmlab.spec.SpecFile;
import slmlab.spec.key.ConfigException;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Variable;

/// Runs a small spec with keys set to other values and tells what came of it: a refusal, or a number that stands for
/// all actions, weights and statistics.
public final class KeyWalk {
    private static final String NAME = "walk";

    /// A key at its path, such as `agent.net.shared`, and a value for it.
    public record Setting(String path, @Nullable Object value) {
        @Override
        public String toString() {
            return path + "=" + value;
        }
    }

    /// What came of a run.
    ///
    /// @param refusal what the run was refused with; null if it ran
    /// @param noted keys that were accepted and reported to have no effect
    record Outcome(long fingerprint, @Nullable String refusal, List<String> noted) {
        /// Whether the other run did the same, or was refused alike.
        boolean isSame(Outcome other) {
            return fingerprint == other.fingerprint && Objects.equals(refusal, other.refusal);
        }

        boolean isNoted(Setting setting) {
            return noted.stream().anyMatch(path -> (setting.path() + ".").startsWith(path + "."));
        }

        boolean isRefused() {
            return refusal != null;
        }
    }

    private final Path file;
    private final Map<String, Object> base;

    /// @param folder where specs are written
    /// @param base a whole spec: agent, env and meta
    KeyWalk(Path folder, Map<String, Object> base) {
        this.file = folder.resolve(NAME + ".json");
        this.base = base;
    }

    /// The same spec with keys set.
    public static Map<String, Object> with(Map<String, Object> spec, Setting... settings) {
        Map<String, Object> changed = copy(spec);
        for (Setting setting : settings) {
            set(changed, setting.path.split("\\.", -1), 0, setting.value);
        }
        return changed;
    }

    Outcome run(Setting... settings) {
        JsonFile.write(file, Map.of(NAME, with(base, settings)));
        try {
            Plan plan = Plan.read(SpecFile.read(file, Map.of()), NAME);
            try (VecEnv env = envs(plan)) {
                return play(plan, env);
            }
        } catch (SpecException | ConfigException e) {
            return new Outcome(0, Objects.requireNonNull(e.getMessage()), List.of());
        }
    }

    /// What a wrapper says of envs that it does not fit is a refusal too; later such an error is a fault.
    private static VecEnv envs(Plan plan) {
        try {
            return EnvFactory.train(plan).env();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) ->
                copy.put(String.valueOf(key), value instanceof Map<?, ?> inner ? copy(inner) : value));
        return copy;
    }

    @SuppressWarnings("unchecked") // sections are mappings
    private static void set(Map<String, Object> section, String[] path, int at, @Nullable Object value) {
        if (at == path.length - 1) {
            section.put(path[at], value);
        } else {
            set(
                    (Map<String, Object>) section.computeIfAbsent(path[at], _ -> new LinkedHashMap<>()),
                    path,
                    at + 1,
                    value);
        }
    }

    private static Outcome play(Plan plan, VecEnv env) {
        Hash hash = new Hash();
        Clock clock = new Clock(env.size(), plan.env().maxFrame());
        Algorithm agent = Learner.agent(plan, env, clock, RandomStream.ofSeed(5), Sharing.none());
        Step step = env.reset(1);
        while (!clock.isDone()) {
            Array action = agent.act(step);
            hash.add(action);
            env.step(action);
            agent.observe(step);
            clock.advance();
            Stats stats = agent.update();
            if (stats != null) {
                for (Metric metric : stats.metrics()) {
                    hash.add(stats.mean(metric), metric.name());
                }
            }
        }
        for (boolean stochastic : new boolean[] {false, true}) {
            Policy policy = agent.policy(env.size(), stochastic);
            for (int i = 0; i < 4; i++) {
                hash.add(policy.act(step));
            }
        }
        for (Variable variable : agent.variables().all()) {
            hash.add(variable.array());
        }
        return new Outcome(
                hash.value, null, plan.notes().stream().map(Problem::path).toList());
    }

    /// FNV-1a over the bits of numbers, none of which may be NaN.
    private static final class Hash {
        private long value = 0xcbf29ce484222325L;

        private void add(long bits) {
            value = (value ^ bits) * 0x100000001b3L;
            value ^= value >>> 29;
        }

        void add(double number, String name) {
            add(Double.doubleToLongBits(number));
            if (Double.isInfinite(number)) {
                throw new IllegalStateException("%s is %s".formatted(name, number));
            }
        }

        void add(Array array) {
            switch (array.dtype()) {
                case FLOAT32 -> {
                    for (float number : array.floats()) {
                        if (!Float.isFinite(number)) {
                            throw new IllegalStateException("%s has a %s".formatted(array, number));
                        }
                        add(Float.floatToIntBits(number));
                    }
                }
                case INT32 -> {
                    for (int number : array.ints()) {
                        add(number);
                    }
                }
                case UINT8 -> {
                    for (byte number : array.bytes()) {
                        add(number);
                    }
                }
            }
        }
    }
}
