package slmlab.spec;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Overlay;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Required;
import slmlab.spec.key.Values;
import slmlab.spec.text.Keys;

/// One experiment, as a spec file defines it.
@Doc("one experiment; a spec file maps names to specs, and an entry whose name begins with _ is a helper")
public record Spec(
        @Doc("no effect: a spec is called by the word before it in the file")
        String name,

        @Doc(
                value = "what learns",
                example = "{algorithm: {name: PPO}, memory: {name: OnPolicyBatchReplay}, net: {type: " + "MLPNet}}")
        @Required
        AgentSpec agent,

        @Doc(value = "where it learns", example = "{name: CartPole-v1, num_envs: 4, max_frame: 100000}") @Required
        EnvConfig env,

        @Doc(value = "how it is run", example = "{distributed: false, max_session: 4}") @Required
        MetaConfig meta,

        @Doc(
                value = "what a search varies: paths that end in __ and a distribution",
                example = "{agent.algorithm.gamma__uniform: [0.95, 0.999]}")
        Map<String, @Nullable Object> search) {

    /// Read a spec and collect its problems.
    ///
    /// @param folder folder of the spec file
    public static Spec read(String name, Map<String, ?> given, Path folder, Problems problems) {
        String wrong = SpecName.problem(name);
        if (wrong != null) {
            problems.add("name", "%s", wrong);
        }
        Map<String, @Nullable Object> keys = new LinkedHashMap<>(given);
        keys.remove("name"); // upstream writes it into the specs of its run folders
        unwrap(keys, "", problems);
        if (keys.get("agent") instanceof Map<?, ?> agent) {
            keys.put("agent", new ArcFiles(folder, problems).inlined(agent));
        }
        if (keys.get("search") instanceof Map<?, ?> search) {
            Map<String, @Nullable Object> searched = new LinkedHashMap<>(Values.copy(search));
            unwrap(searched, "search", problems);
            keys.put("search", searched);
        }
        body(keys, problems);
        Spec spec = Overlay.read(defaults(name), keys, "", "a spec", problems);
        SearchKeys.read(spec.search, problems);
        return spec;
    }

    /// Return what every spec is read onto.
    public static Spec defaults() {
        return defaults("spec");
    }

    private static Spec defaults(String name) {
        return new Spec(name, AgentSpec.defaults(), EnvConfig.defaults(), MetaConfig.defaults(), Map.of());
    }

    /// Unwrap the lists of agents and envs of specs before version 5, nearly always of one.
    private static void unwrap(Map<String, @Nullable Object> keys, String path, Problems problems) {
        for (String key : List.of("agent", "env")) {
            if (keys.get(key) instanceof List<?> list && !list.isEmpty()) {
                keys.put(key, list.getFirst());
                if (list.size() > 1) {
                    String at = Keys.join(path, key);
                    problems.add(
                            at, "lists %d %ss; a spec has one agent in one kind of env: keep one", list.size(), key);
                }
            }
        }
    }

    /// Check the body of specs before version 5, which paired agents and envs; with one of each it has no
    /// effect.
    private static void body(Map<String, @Nullable Object> keys, Problems problems) {
        if (!keys.containsKey("body")) {
            return;
        }
        Object body = keys.remove("body");
        boolean plain = body instanceof Map<?, ?> map
                && String.valueOf(map.get("product")).equals("outer")
                && String.valueOf(map.get("num")).equals("1");
        if (!plain) {
            problems.add("body", "asks for several bodies; only product outer with num 1 can run: remove the key");
        }
    }
}
