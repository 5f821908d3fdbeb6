package slmlab.experiment;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.Acting;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Parts;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.Learning;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Nets;
import slmlab.spec.Configured;
import slmlab.spec.EnvConfig;
import slmlab.spec.GoneEnvs;
import slmlab.spec.MetaConfig;
import slmlab.spec.Problems;
import slmlab.spec.Spec;
import slmlab.spec.SpecFile;
import slmlab.spec.Written;

/// A spec with every part read and checked: ready to run, nothing made yet.
public record Plan(
        Spec spec,
        Configured<Parts, Algorithm> algorithm,
        Acting acting,
        MemoryConfig memory,
        NetConfig net,
        @Nullable NetConfig criticNet) {

    /// Reads one spec of a file; a [slmlab.spec.SpecException] lists all that is wrong.
    public static Plan read(SpecFile file, String name) {
        Problems problems = new Problems();
        file.unset(name).forEach(unset -> problems.add(unset.path(), "%s", unset.message()));
        Plan plan = of(file.spec(name, problems), problems);
        problems.throwIfAny(file.toString());
        return java.util.Objects.requireNonNull(plan);
    }

    /// Reads the parts of a spec and collects what is wrong; null where a part cannot be read at all.
    public static @Nullable Plan of(Spec spec, Problems problems) {
        GoneEnvs.why(spec.env().name())
                .ifPresent(why -> problems.add("env.name", "%s", spec.env().name() + " " + why));
        Configured<Parts, Algorithm> algorithm =
                Algorithms.ALL.read(spec.agent().algorithm(), "agent.algorithm", problems, Acting.defaults());
        MemoryConfig memory = MemoryConfig.read(spec.agent().memory(), "agent.memory", problems);
        boolean netless = algorithm != null
                && algorithm.name().equals("Random")
                && spec.agent().net().isEmpty();
        NetConfig net =
                netless ? NetConfig.defaults("MLPNet") : net(spec.agent().net(), "agent.net", problems);
        Map<String, @Nullable Object> critic = spec.agent().criticNet();
        NetConfig criticNet = critic == null ? null : net(critic, "agent.critic_net", problems);
        if (algorithm == null || net == null) {
            return null;
        }
        if (Algorithms.wantsReplay(algorithm.name()) != memory.name().isReplay() && !netless) {
            problems.add(
                    "agent.memory.name",
                    "is %s; %s needs %s",
                    memory.name(),
                    algorithm.name(),
                    Algorithms.wantsReplay(algorithm.name())
                            ? "Replay or PrioritizedReplay"
                            : "OnPolicyBatchReplay or OnPolicyReplay");
        }
        Acting acting = algorithm.common(Acting.class);
        if (!Algorithms.wantsActionPolicy(algorithm.name())) {
            checkActing(acting, algorithm.name(), problems);
        }
        return new Plan(spec, algorithm, acting, memory, net, criticNet);
    }

    /// Refuses ways to explore that are for action values, which have no effect here.
    private static void checkActing(Acting acting, String algorithm, Problems problems) {
        String why = algorithm.equals("Random") ? "draws any action" : "draws actions from the policy it learns";
        if (acting.actionPolicy() != Acting.ActionPolicy.DEFAULT) {
            problems.add(
                    "agent.algorithm.action_policy",
                    "is %s; %s %s, needs default",
                    acting.actionPolicy().name().toLowerCase(Locale.ROOT),
                    algorithm,
                    why);
        }
        if (acting.exploreVarSpec() != null) {
            problems.add("agent.algorithm.explore_var_spec", "is there; %s %s, needs null", algorithm, why);
        }
    }

    private static @Nullable NetConfig net(Map<String, @Nullable Object> given, String path, Problems problems) {
        var read = Nets.ALL.read(given, path, problems, Learning.defaults());
        return read == null ? null : new NetConfig(read.name(), read.common(Learning.class), read.config());
    }

    public EnvConfig env() {
        return spec.env();
    }

    public MetaConfig meta() {
        return spec.meta();
    }

    /// The same with other settings of the run, which flags and modes decide.
    public Plan with(EnvConfig env, MetaConfig meta) {
        return new Plan(
                new Spec(spec.name(), spec.agent(), env, meta, spec.search()),
                algorithm,
                acting,
                memory,
                net,
                criticNet);
    }

    /// The whole spec as it is run, every default filled in; it can be read again.
    public Map<String, @Nullable Object> resolved() {
        Map<String, @Nullable Object> agent = new LinkedHashMap<>();
        agent.put("name", spec.agent().name());
        agent.put("algorithm", named("name", algorithm.name(), algorithm.config(), acting));
        agent.put("memory", Written.of(memory));
        agent.put("net", named("type", net.type(), net.arch(), net.learning()));
        if (criticNet != null) {
            agent.put("critic_net", named("type", criticNet.type(), criticNet.arch(), criticNet.learning()));
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("agent", agent);
        all.put("env", Written.of(spec.env()));
        all.put("meta", Written.of(spec.meta()));
        if (!spec.search().isEmpty()) {
            all.put("search", spec.search());
        }
        return Map.of(spec.name(), all);
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
