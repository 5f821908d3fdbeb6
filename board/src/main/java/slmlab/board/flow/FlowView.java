package slmlab.board.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.Interview;
import slmlab.flow.Question;
import slmlab.flow.StepState;
import slmlab.spec.text.Flow;

/// Where a workflow stands, as the page shows it.
final class FlowView {
    private FlowView() {}

    /// @param interview of the next step; null where all are answered
    /// @param output of the last step's commands
    static Map<String, Object> of(FlowRun run, @Nullable Interview interview, String output) {
        Map<String, Object> view = head(run, output, false);
        if (interview != null) {
            view.put("step", step(interview.step()));
            interview.next().ifPresent(question -> view.put("question", question(question)));
            view.put("answered", interview.count());
            view.put("artefact", interview.artefact());
        }
        return view;
    }

    /// Return the view while the commands of a step run.
    static Map<String, Object> working(FlowRun run, FlowStep step, String output) {
        Map<String, Object> view = head(run, output, true);
        view.put("step", step(step));
        return view;
    }

    private static Map<String, Object> head(FlowRun run, String output, boolean isWorking) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("flow", run.flow().name());
        view.put("folder", String.valueOf(run.folder().getFileName()));
        view.put("working", isWorking);
        view.put("output", output);
        view.put(
                "steps", run.flow().steps().stream().map(step -> row(run, step)).toList());
        view.put("files", run.files());
        return view;
    }

    private static Map<String, Object> row(FlowRun run, FlowStep step) {
        StepState state = run.state(step);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", step.id());
        row.put("title", step.title());
        row.put("status", state == null ? "open" : state.status().toString());
        row.put("note", state == null ? "" : state.note());
        row.put("page", state == null ? "" : step.page());
        return row;
    }

    private static Map<String, Object> step(FlowStep step) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", step.id());
        view.put("number", step.number());
        view.put("title", step.title());
        view.put("skill", step.skill() == null ? "" : step.skill());
        view.put("questions", step.questions().size());
        return view;
    }

    private static Map<String, Object> question(Question question) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("key", question.key());
        view.put("ask", question.ask());
        view.put("why", question.why());
        view.put("type", question.type().toString());
        view.put("needs", question.needs());
        view.put("options", question.options());
        view.put("optional", question.isOptional());
        view.put("preset", question.preset() == null ? "" : shown(question.preset()));
        view.put("example", question.example() == null ? "" : shown(question.example()));
        List<Map<String, Object>> columns =
                question.columns().stream().map(FlowView::question).toList();
        view.put("columns", columns);
        return view;
    }

    private static String shown(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean isYes -> isYes ? "yes" : "no";
            default -> Flow.text(value);
        };
    }
}
