package slmlab.flow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import slmlab.flow.emit.AnsweredStep;
import slmlab.flow.emit.CommandOutcome;
import slmlab.flow.emit.Emitter;
import slmlab.flow.emit.EmitterContext;
import slmlab.flow.emit.StepRunner;

/// What follows the answers of one step: the spec so far, the commands of the step, and what the last step writes.
final class StepWork {
    private final Workflow flow;
    private final Path folder;
    private final List<AnsweredStep> before;
    private final Map<String, Map<String, Object>> known;
    private final StepRunner runner;
    private final EmitterContext.FileWriter files;
    private final List<String> emitted = new ArrayList<>();

    /// @param before the steps before this one
    /// @param known answers of the steps that are done, by step and key
    StepWork(
            Workflow flow,
            Path folder,
            List<AnsweredStep> before,
            Map<String, Map<String, Object>> known,
            StepRunner runner,
            EmitterContext.FileWriter files) {
        this.flow = flow;
        this.folder = folder;
        this.before = before;
        this.known = known;
        this.runner = runner;
        this.files = files;
    }

    /// Do it, and return what went wrong; empty if nothing did.
    String run(FlowStep step, Map<String, Object> answers) {
        try {
            if (flow.hasSpec()) {
                Map<String, Map<String, Object>> all = new LinkedHashMap<>(known);
                all.put(step.id(), answers);
                files.write(FlowSpec.FILE, FlowSpec.of(flow, all));
            }
            EmitterContext context = context(step, answers);
            String misfit = misfit(step, context);
            if (!misfit.isEmpty()) {
                return misfit;
            }
            AnswerScope scope = new AnswerScope(known, step.id(), withPaths(step, answers));
            for (CommandTemplate each : step.runs()) {
                CommandOutcome outcome = runner.run(each.filled(scope));
                if (!outcome.isDone()) {
                    return failure(outcome);
                }
            }
            if (step.emits() != null) {
                emitted.addAll(emitter().orElseThrow().emit(context));
            }
            return runner.outcomes().stream()
                    .filter(outcome -> !outcome.isDone())
                    .map(StepWork::failure)
                    .findFirst()
                    .orElse("");
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// Return what the last step wrote and how to use it, one line each; none for another step.
    List<String> emitted() {
        return List.copyOf(emitted);
    }

    /// Return the answers with the paths that commands can name: of the artefact, the spec and the folder.
    private Map<String, Object> withPaths(FlowStep step, Map<String, Object> answers) {
        Map<String, Object> own = new LinkedHashMap<>(answers);
        own.put("artefact", folder.resolve(step.artefact()).toString());
        own.put("spec", folder.resolve(FlowSpec.FILE).toString());
        own.put("folder", folder.toString());
        return own;
    }

    /// Say which answers of a step do not fit what the last step writes; empty if all do.
    private String misfit(FlowStep step, EmitterContext context) {
        String own = step.id() + ".";
        return emitter().stream()
                .flatMap(each -> each.problems(context).stream())
                .filter(problem -> problem.path().startsWith(own) || step.emits() != null)
                .map(problem -> problem.path() + " " + problem.message())
                .collect(Collectors.joining("; "));
    }

    private Optional<Emitter> emitter() {
        return Optional.ofNullable(flow.steps().getLast().emits()).map(Emitter::of);
    }

    private EmitterContext context(FlowStep step, Map<String, Object> answers) {
        List<AnsweredStep> steps = new ArrayList<>(before);
        steps.add(StepPage.answered(step, new StepState(StepStatus.DONE, step.hash(), answers, ""), List.of()));
        return new EmitterContext(folder, steps, runner, files);
    }

    private static String failure(CommandOutcome outcome) {
        return "%s ended with exit code %s".formatted(outcome.line(), outcome.code());
    }
}
