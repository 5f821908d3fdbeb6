package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.Trait;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Nets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.part.Acting;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.AgentSections;
import slmlab.agent.part.Discounted;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.NamedWrappers;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;
import slmlab.spec.Spec;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Configured;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Written;
import slmlab.spec.text.Problem;
import slmlab.spec.upstream.GoneEnvs;

/// A spec with every part read and checked: ready to run, nothing made yet.
///
/// @param wrappers those that the env section lists by name
/// @param notes on what the spec says without effect, as SLM-Lab accepts it
public record Plan(
        Spec spec,
        Configured<AgentContext, Algorithm> algorithm,
        Acting acting,
        MemoryConfig memory,
        NetConfig net,
        @Nullable NetConfig criticNet,
        List<Configured<VecEnv, VecEnv>> wrappers,
        List<Problem> notes) {
    /// The most sessions or workers at a time; more are a typing error.
    public static final int MOST_THREADS = 1024;
    private static final String MAX_FRAME = "env.max_frame";
    private static final String MAX_SESSION = "meta.max_session";
    private static final List<String> COUNTS = List.of(MAX_FRAME, MAX_SESSION, "env.num_envs");

    /// Read one spec of a file; a [slmlab.spec.text.SpecException] lists all that is wrong.
    public static Plan read(SpecFile file, String name) {
        Problems problems = new Problems();
        file.unset(name).forEach(unset -> problems.add(unset.path(), "%s", unset.message()));
        Plan plan = of(file.spec(name, problems), problems);
        problems.throwIfAny(file.described());
        return Objects.requireNonNull(plan);
    }

    /// Read the parts of a spec and collect what is wrong; null where a part cannot be read at all.
    public static @Nullable Plan of(Spec written, Problems problems) {
        Spec spec = current(written, problems);
        String env = spec.env().name();
        GoneEnvs.why(env)
                .map(why -> env + " " + why)
                .or(() -> misspelt(env))
                .ifPresent(why -> problems.add("env.name", "%s", why));
        Configured<AgentContext, Algorithm> algorithm =
                Algorithms.ALL.read(spec.agent().algorithm(), "agent.algorithm", problems, Acting.defaults());
        MemoryConfig memory = MemoryConfig.read(spec.agent().memory(), "agent.memory", problems);
        boolean netless = algorithm != null
                && !Algorithms.learns(algorithm.name())
                && spec.agent().net().isEmpty();
        NetConfig net =
                netless ? NetConfig.defaults("MLPNet") : net(spec.agent().net(), "agent.net", problems);
        Map<String, @Nullable Object> critic = spec.agent().criticNet();
        NetConfig criticNet = critic == null ? null : net(critic, "agent.critic_net", problems);
        List<Configured<VecEnv, VecEnv>> wrappers = wrappers(spec.env(), problems);
        Problem budget = budget(spec.env(), spec.meta());
        if (budget != null && problems.list().stream().noneMatch(told -> COUNTS.contains(told.path()))) {
            problems.add(budget.path(), "%s", budget.message());
        }
        if (algorithm == null || net == null) {
            return null;
        }
        AlgorithmFacts<?> facts = Algorithms.facts(algorithm.name());
        boolean replay = facts.has(Trait.REPLAY);
        if (replay != memory.name().isReplay() && !netless) {
            problems.add(
                    "agent.memory.name",
                    "is %s; %s needs %s",
                    memory.name(),
                    algorithm.name(),
                    replay ? "Replay or PrioritizedReplay" : "OnPolicyBatchReplay or OnPolicyReplay");
        }
        if (wrappers.size() == spec.env().wrappers().size()) { // else their places are not those of the list
            checkDiscounts(wrappers, algorithm, problems);
        }
        Acting acting = algorithm.common(Acting.class);
        UnusedKeys.check(facts, algorithm.config(), acting, memory, net, criticNet, problems);
        return new Plan(spec, algorithm, acting, memory, net, criticNet, wrappers, problems.notes());
    }

    /// Return a spec with the successor of an env that goes by another id today.
    private static Spec current(Spec spec, Problems problems) {
        String older = spec.env().name();
        return GoneEnvs.successor(older)
                .map(id -> {
                    problems.note("env.name", "%s no longer exists: it means %s", older, id);
                    return new Spec(spec.name(), spec.agent(), spec.env().name(id), spec.meta(), spec.search());
                })
                .orElse(spec);
    }

    private static Optional<String> misspelt(String env) {
        return env.contains("${") ? Optional.empty() : Envs.misspelt(env);
    }

    /// Throw an [IllegalArgumentException] if the run cannot take one step, or has too many workers.
    public void checkBudget() {
        Problem problem = budget(env(), meta());
        if (problem != null) {
            String key = problem.path().substring(problem.path().indexOf('.') + 1);
            throw new IllegalArgumentException(key + " " + problem.message());
        }
    }

    private static @Nullable Problem budget(EnvConfig env, MetaConfig meta) {
        boolean alone = meta.distributed() == MetaConfig.Distributed.NO;
        if (!alone && meta.maxSession() > MOST_THREADS) {
            return new Problem(
                    MAX_SESSION,
                    "is %s; workers run at once, each on a thread: needs at most %s"
                            .formatted(meta.maxSession(), MOST_THREADS));
        }
        if (alone && env.maxFrame() < env.numEnvs()) {
            return new Problem(
                    MAX_FRAME,
                    "is %s; needs at least num_envs = %s, one step of every env"
                            .formatted(env.maxFrame(), env.numEnvs()));
        }
        if (!alone && env.maxFrame() / meta.maxSession() < env.numEnvs()) {
            return new Problem(
                    MAX_FRAME,
                    "is %s; needs at least max_session · num_envs = %s, one step of every env of every worker"
                            .formatted(env.maxFrame(), (long) meta.maxSession() * env.numEnvs()));
        }
        return null;
    }

    /// Return what is allowed and probably not meant, or has no effect, each with its key.
    public List<Problem> warnings() {
        List<Problem> all = new ArrayList<>(notes);
        wholeRollout().ifPresent(all::add);
        return all;
    }

    /// Return the amounts that the algorithm works on.
    AlgorithmShape shape() {
        return Algorithms.facts(algorithm.name()).shapeOf(algorithm.config());
    }

    /// Say that a minibatch holds more than a rollout; empty where it does not.
    private Optional<Problem> wholeRollout() {
        AlgorithmShape work = shape();
        double rollout = work.horizon() * env().numEnvs();
        if (memory.name().isEpisodic() || !Double.isFinite(work.minibatch()) || work.minibatch() <= rollout) {
            return Optional.empty();
        }
        return Optional.of(new Problem(
                "agent.algorithm.minibatch_size",
                String.format(
                        Locale.ROOT,
                        "is %.0f, more than the %.0f transitions of a rollout (%s · num_envs): every minibatch is the"
                                + " whole rollout",
                        work.minibatch(),
                        rollout,
                        work.key())));
    }

    private static @Nullable NetConfig net(Map<String, @Nullable Object> given, String path, Problems problems) {
        var read = Nets.ALL.read(given, path, problems, TrainingSettings.defaults());
        return read == null ? null : new NetConfig(read.name(), read.common(TrainingSettings.class), read.config());
    }

    private static List<Configured<VecEnv, VecEnv>> wrappers(EnvConfig env, Problems problems) {
        List<Configured<VecEnv, VecEnv>> read = new ArrayList<>();
        for (int i = 0; i < env.wrappers().size(); i++) {
            var wrapper = NamedWrappers.ALL.read(env.wrappers().get(i), "env.wrappers[%s]".formatted(i), problems);
            if (wrapper != null) {
                read.add(wrapper);
            }
        }
        return List.copyOf(read);
    }

    /// Shaping keeps the best policy only with the learner's own discount.
    private static void checkDiscounts(
            List<Configured<VecEnv, VecEnv>> wrappers,
            Configured<AgentContext, Algorithm> algorithm,
            Problems problems) {
        for (int i = 0; i < wrappers.size(); i++) {
            if (wrappers.get(i).config() instanceof NamedWrappers.Discounting shaping
                    && algorithm.config() instanceof Discounted learner
                    && shaping.gamma() != learner.gamma()) {
                problems.add(
                        "env.wrappers[%s].gamma".formatted(i),
                        "is %s, and agent.algorithm.gamma is %s; use the same, or the best policy changes",
                        shaping.gamma(),
                        learner.gamma());
            }
        }
    }

    public EnvConfig env() {
        return spec.env();
    }

    public MetaConfig meta() {
        return spec.meta();
    }

    /// Return the agent section, besides the algorithm's own keys.
    public AgentSections sections() {
        return new AgentSections(acting, memory, net, criticNet);
    }

    /// Return the same with other settings of the run, which flags and modes decide.
    public Plan with(EnvConfig env, MetaConfig meta) {
        return new Plan(
                new Spec(spec.name(), spec.agent(), env, meta, spec.search()),
                algorithm,
                acting,
                memory,
                net,
                criticNet,
                wrappers,
                notes);
    }

    /// Return the same with other notes.
    Plan with(List<Problem> others) {
        return new Plan(spec, algorithm, acting, memory, net, criticNet, wrappers, others);
    }

    /// Return the same with another net.
    Plan with(NetConfig other) {
        return new Plan(spec, algorithm, acting, memory, other, criticNet, wrappers, notes);
    }

    /// Return the whole spec as it is run, every default filled in; it can be read again.
    public Map<String, @Nullable Object> resolved() {
        Map<String, @Nullable Object> agent = new LinkedHashMap<>();
        agent.put("name", spec.agent().name());
        agent.put("algorithm", named("name", algorithm.name(), algorithm.config(), acting));
        agent.put("memory", Written.of(memory));
        agent.put("net", named("type", net.type(), net.arch(), net.learning()));
        if (criticNet != null) {
            agent.put("critic_net", named("type", criticNet.type(), criticNet.arch(), criticNet.learning()));
        }
        if (spec.agent().initFrom() != null) {
            agent.put("init_from", Written.of(spec.agent().initFrom()));
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("agent", agent);
        Map<String, @Nullable Object> env = Written.of(spec.env());
        env.put(
                "wrappers",
                wrappers.stream()
                        .map(each -> named("name", each.name(), each.config()))
                        .toList());
        all.put("env", env);
        all.put("meta", Written.of(spec.meta()));
        if (!spec.search().isEmpty()) {
            all.put("search", spec.search());
        }
        return Map.of(spec.name(), all);
    }

    /// Return what [#resolved] would say if every key had its default: the same algorithm, nets and env.
    public Map<String, @Nullable Object> defaults() {
        Spec standard = Spec.defaults();
        Map<String, @Nullable Object> agent = new LinkedHashMap<>();
        agent.put(
                "algorithm",
                named(
                        "name",
                        algorithm.name(),
                        Algorithms.ALL.entry(algorithm.name()).defaults(),
                        Acting.defaults()));
        agent.put("memory", Written.of(MemoryConfig.defaults()));
        agent.put("net", defaults(net));
        if (criticNet != null) {
            agent.put("critic_net", defaults(criticNet));
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("agent", agent);
        all.put("env", Written.of(standard.env()));
        all.put("meta", Written.of(standard.meta()));
        return Map.of(spec.name(), all);
    }

    private static Map<String, @Nullable Object> defaults(NetConfig of) {
        NetConfig standard = NetConfig.defaults(of.type());
        return named("type", standard.type(), standard.arch(), standard.learning());
    }

    private static Map<String, @Nullable Object> named(String key, String name, Record... parts) {
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        written.put(key, name);
        for (Record part : parts) {
            written.putAll(Written.of(part));
        }
        return written;
    }
}
