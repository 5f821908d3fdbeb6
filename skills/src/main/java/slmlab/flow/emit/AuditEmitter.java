package slmlab.flow.emit;

import java.util.List;

/// A look at every layer of the agent while it learns for a moment.
final class AuditEmitter implements Emitter {
    @Override
    public List<String> emit(EmitterContext context) {
        String name = context.required("init.spec_name");
        CommandOutcome audit = context.runner().run(List.of("spec", "audit", context.path("spec.json"), name));
        return audit.isDone()
                ? List.of(
                        "spec.json: the spec %s, whose agent was audited layer by layer".formatted(name),
                        "train it in the folder of this flow: slm-lab run spec.json %s train".formatted(name))
                : List.of();
    }
}
