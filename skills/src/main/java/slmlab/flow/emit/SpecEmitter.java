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
    public List<Problem> problems(EmitterContext context) {
        Problems problems = new Problems();
        Optional<String> env = context.text("init.env");
        Optional<String> algorithm = context.text("strategy.algorithm");
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
    public List<String> emit(EmitterContext context) {
        String name = context.required("init.spec_name");
        String algorithm = context.required("strategy.algorithm");
        SpecDraft spec = SpecDraft.fresh(name, algorithm, context.required("init.env"));
        context.answer("init.max_frame").ifPresent(frames -> spec.set("env.max_frame", frames));
        if (spec.has("agent.algorithm.gamma")) {
            context.answer("transition.gamma").ifPresent(gamma -> spec.set("agent.algorithm.gamma", gamma));
        }
        Map<String, Object> sizes = sizes(context, algorithm);
        sizes.forEach(spec::set);
        context.files().write("spec.json", spec.file());
        context.runner().run(List.of("check", context.path("spec.json")));
        return List.of(
                "spec.json: the spec %s, with %s on %s".formatted(name, algorithm, context.required("init.env")),
                "train it in the folder of this flow: slm-lab run spec.json %s train".formatted(name));
    }

    /// Return the settings that the blueprint gives: envs, workers, buffer and batch.
    private static Map<String, Object> sizes(EmitterContext context, String algorithm) {
        boolean hasBlueprint =
                context.answer(LAYERS + "rollout.envs_per_worker").isPresent();
        return hasBlueprint
                ? new FirstRun(
                                algorithm,
                                context.required("architecture.topology"),
                                whole(context, "rollout.workers"),
                                whole(context, "rollout.envs_per_worker"),
                                whole(context, "buffer.capacity"),
                                whole(context, "learner.batch"))
                        .settings()
                : Map.of();
    }

    private static long whole(EmitterContext context, String field) {
        return context.answer(LAYERS + field)
                .map(value -> ((Number) value).longValue())
                .orElse(1L);
    }
}
