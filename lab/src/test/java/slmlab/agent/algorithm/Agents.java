package slmlab.agent.algorithm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Policy;
import slmlab.agent.Stats;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Nets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.part.Acting;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.AgentSections;
import slmlab.agent.part.EnvSpaces;
import slmlab.agent.part.Sharing;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.spec.key.Configured;
import slmlab.spec.key.Problems;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Agents as specs describe them, without files: the keys are a spec's.
///
/// @param keys of the algorithm's section
public record Agents(
        String algorithm,
        Map<String, Object> keys,
        Map<String, Object> memory,
        Map<String, Object> net,
        @Nullable Map<String, Object> criticNet) {

    /// @param memory its name; a batch has 16 rows
    public static Agents of(String algorithm, String memory) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("gamma", 0.9);
        keys.put("training_frequency", 1);
        switch (algorithm) {
            case "PPO", "PPOSIL" -> {
                keys.put("clip_eps_spec", Map.of("name", "no_decay", "start_val", 0.2));
                keys.put("entropy_coef_spec", Map.of("name", "no_decay", "start_val", 0.0));
            }
            case "Random" -> keys.remove("gamma");
            default -> {}
        }
        return new Agents(
                algorithm,
                keys,
                Map.of("name", memory, "batch_size", 16, "max_size", 1000),
                Map.of(
                        "type",
                        "MLPNet",
                        "hid_layers",
                        List.of(8),
                        "hid_layers_activation",
                        "tanh",
                        "optim_spec",
                        Map.of("name", "Adam", "lr", 0.01)),
                null);
    }

    private static Map<String, Object> with(Map<String, Object> old, Object... pairs) {
        Map<String, Object> all = new LinkedHashMap<>(old);
        for (int i = 0; i < pairs.length; i += 2) {
            all.put((String) pairs[i], pairs[i + 1]);
        }
        return all;
    }

    /// With other keys of the algorithm: name, value, name, value, …
    public Agents keys(Object... pairs) {
        return new Agents(algorithm, with(keys, pairs), memory, net, criticNet);
    }

    public Agents memory(Object... pairs) {
        return new Agents(algorithm, keys, with(memory, pairs), net, criticNet);
    }

    public Agents net(Object... pairs) {
        return new Agents(algorithm, keys, memory, with(net, pairs), criticNet);
    }

    /// A GRU in place of the net, with windows of so many steps.
    public Agents recurrent(int seqLen) {
        Map<String, Object> own =
                with(net, "type", "RecurrentNet", "fc_hid_layers", List.of(), "rnn_hidden_size", 8, "seq_len", seqLen);
        own.remove("hid_layers");
        return new Agents(algorithm, keys, memory, own, criticNet);
    }

    /// Critics with a net of their own: the same with other keys.
    public Agents criticNet(Object... pairs) {
        return new Agents(algorithm, keys, memory, net, with(net, pairs));
    }

    /// What the agent is made of in such an environment.
    public AgentContext parts(Space obs, Space action, int envs, boolean masked, Clock clock, long seed) {
        Problems problems = new Problems();
        AgentContext parts = new AgentContext(
                new EnvSpaces(obs, action, envs, masked),
                new AgentSections(
                        configured(problems).common(Acting.class),
                        MemoryConfig.read(memory, "memory", problems),
                        net(net, problems),
                        criticNet == null ? null : net(criticNet, problems)),
                clock,
                RandomStream.ofSeed(seed),
                Sharing.none());
        problems.throwIfAny("a test");
        return parts;
    }

    /// The same for one env that shows a number.
    public AgentContext parts(Space action) {
        return parts(Space.Box.of(-1, 1, 1), action, 1, false, new Clock(1, 1000), 1);
    }

    public Algorithm make(AgentContext parts) {
        return configured(new Problems()).make(parts);
    }

    private Configured<AgentContext, Algorithm> configured(Problems problems) {
        return Objects.requireNonNull(
                Algorithms.ALL.read(algorithm, keys, "algorithm", problems, Acting.defaults()), algorithm);
    }

    private static NetConfig net(Map<String, Object> keys, Problems problems) {
        var read = Objects.requireNonNull(Nets.ALL.read(keys, "net", problems, TrainingSettings.defaults()));
        return new NetConfig(read.name(), read.common(TrainingSettings.class), read.config());
    }

    /// The agent in envs of that name.
    public Play in(String env, int envs, Map<String, ?> args, long seed) {
        return new Play(this, Envs.make(env, envs, args), seed);
    }

    public Play in(String env, int envs) {
        return in(env, envs, Map.of(), 1);
    }

    @Override
    public String toString() {
        return algorithm;
    }

    /// A session's loop, step by step.
    public static final class Play implements AutoCloseable {
        public final VecEnv env;
        public final Clock clock;
        public final Algorithm agent;
        private Step step;
        private @Nullable Stats stats; // of the last update

        public Play(Agents agents, VecEnv env, long seed) {
            this.env = env;
            this.clock = new Clock(env.size(), 10_000);
            this.agent = agents.make(
                    agents.parts(env.obsSpace(), env.actionSpace(), env.size(), env.hasActionMask(), clock, seed));
            this.step = env.reset(seed);
        }

        /// One step of every env, and an update if it is time for one.
        public @Nullable Stats step() {
            return step(agent.act(step));
        }

        private @Nullable Stats step(Array action) {
            take(action);
            return update();
        }

        /// One step of every env, without an update.
        public void take() {
            take(agent.act(step));
        }

        private void take(Array action) {
            env.step(action);
            agent.observe(step);
            clock.advance();
        }

        /// An update if it is time for one.
        public @Nullable Stats update() {
            Stats updated = agent.update();
            stats = updated == null ? stats : updated;
            return updated;
        }

        /// What the envs show now: one object, overwritten by every step.
        public Step shown() {
            return step;
        }

        /// A mean of the last update.
        public double mean(Metric metric) {
            return Objects.requireNonNull(stats).mean(metric);
        }

        /// A step, and the actions it took.
        public float[] actions() {
            Array action = agent.act(step);
            float[] numbers = new float[action.shape().volume()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = action.dtype() == DType.INT32 ? action.ints()[i] : action.floats()[i];
            }
            step(action);
            return numbers;
        }

        public Play steps(int count) {
            for (int i = 0; i < count; i++) {
                step();
            }
            return this;
        }

        /// Continues where another stands, with an agent and envs of its own.
        public void follow(Play other) {
            State state = new State();
            other.env.save(state.within("env"));
            other.clock.save(state.within("clock"));
            other.agent.save(state.within("agent"));
            step = env.load(state.within("env"));
            clock.load(state.within("clock"));
            agent.load(state.within("agent"));
        }

        /// The mean return of so many episodes with the policy's mode, in envs of their own.
        public double score(VecEnv own, int episodes) {
            Policy policy = agent.policy(own.size(), false);
            Step now = own.reset(12345);
            double sum = 0;
            int ended = 0;
            while (ended < episodes) {
                own.step(policy.act(now));
                for (int i = 0; i < own.size(); i++) {
                    sum += now.reward().floats()[i];
                    ended += now.terminated().bytes()[i] | now.truncated().bytes()[i];
                }
            }
            return sum / ended;
        }

        @Override
        public void close() {
            env.close();
        }
    }

    /// All weights 0, so that a net tells the biases of its tails whatever it sees.
    public static void zero(Variables variables) {
        for (Variable variable : variables.all()) {
            Arrays.fill(variable.array().floats(), 0);
        }
    }

    public static void set(Variables variables, String name, float... values) {
        float[] to = variables.get(name).array().floats();
        System.arraycopy(values, 0, to, 0, to.length);
    }

    /// The names of what the agent shows in a row.
    public static List<String> gauges(Algorithm agent) {
        Stats row = new Stats();
        agent.gauges(row);
        return Metrics.names(row.metrics());
    }

    /// A program that draws.
    public static Program program(Consumer<Trace> body) {
        return Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(3)), body);
    }
}
