package slmlab.flow.emit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import slmlab.design.validate.FirstRun;
import slmlab.env.Envs;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;

/// The spec of a design: it trains as it is.
final class SpecEmitter implements Emitter {
    private static final String LAYERS = "architecture.layers.";

    @Override
    public List<Problem> problems(Emission it) {
        Problems problems = new Problems();
        Optional<String> env = it.text("init.env");
        Optional<String> algorithm = it.text("strategy.algorithm");
        if (env.isPresent() && algorithm.isEmpty()) {
            Envs.misspelt(env.get())
                    .or(() -> Envs.missing(env.get()))
                    .ifPresent(line -> problems.add("init.env", "is '%s': %s", env.get(), line));
        } else if (env.isPresent()) {
            try {
                SpecDraft.fresh("spec", algorithm.orElseThrow(), env.get());
            } catch (IllegalArgumentException e) {
                problems.add("strategy.algorithm", "is '%s': %s", algorithm.orElseThrow(), e.getMessage());
            }
        }
        return problems.list();
    }

    @Override
    public List<String> emit(Emission it) {
        String name = it.required("init.spec_name");
        String algorithm = it.required("strategy.algorithm");
        SpecDraft spec = SpecDraft.fresh(name, algorithm, it.required("init.env"));
        it.answer("init.max_frame").ifPresent(frames -> spec.set("env.max_frame", frames));
        if (spec.has("agent.algorithm.gamma")) {
            it.answer("transition.gamma").ifPresent(gamma -> spec.set("agent.algorithm.gamma", gamma));
        }
        Map<String, Object> sizes = sizes(it, algorithm);
        sizes.forEach(spec::set);
        it.files().write("spec.json", spec.file());
        it.runner().run(List.of("check", it.path("spec.json")));
        return List.of(
                "spec.json: the spec %s, with %s on %s".formatted(name, algorithm, it.required("init.env")),
                "train it in this folder: slm-lab run spec.json %s train".formatted(name));
    }

    /// Return the settings that the blueprint gives: envs, workers, buffer and batch.
    private static Map<String, Object> sizes(Emission it, String algorithm) {
        boolean hasBlueprint = it.answer(LAYERS + "rollout.envs_per_worker").isPresent();
        return hasBlueprint
                ? new FirstRun(
                                algorithm,
                                it.required("architecture.topology"),
                                whole(it, "rollout.workers"),
                                whole(it, "rollout.envs_per_worker"),
                                whole(it, "buffer.capacity"),
                                whole(it, "learner.batch"))
                        .settings()
                : Map.of();
    }

    private static long whole(Emission it, String field) {
        return it.answer(LAYERS + field)
                .map(value -> ((Number) value).longValue())
                .orElse(1L);
    }
}
