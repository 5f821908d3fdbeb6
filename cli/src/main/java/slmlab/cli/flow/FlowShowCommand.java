package slmlab.cli.flow;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.flow.FlowStep;
import slmlab.flow.Question;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;
import slmlab.spec.text.Flow;

/// `slm-lab flow show`: the steps of a workflow, what they ask and what they need.
@Command(
        name = "show",
        header = "Show the steps of a workflow: questions and needs.",
        footer = {"  slm-lab flow show rl-architect", "  slm-lab flow show rl-evaluator --json"})
final class FlowShowCommand extends InputCommand {
    @Parameters(paramLabel = "NAME", description = "workflow; slm-lab flow list shows all")
    private String name = "";

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter out) {
        json.check();
        Workflow flow = Workflows.shipped().named(name);
        PrintWriter text = json.text(out);
        for (FlowStep step : flow.steps()) {
            text.println("%s. %s  %s".formatted(step.number(), step.id(), step.title()));
            notes(flow, step).forEach(note -> text.println("     " + note));
            step.questions().forEach(question -> text.println("   " + line(question)));
        }
        json.write(() -> flow.steps().stream().map(step -> entry(flow, step)).toList(), out);
    }

    private static List<String> notes(Workflow flow, FlowStep step) {
        List<String> notes = new ArrayList<>();
        if (!flow.needs(step).isEmpty()) {
            notes.add("needs " + String.join(", ", flow.needs(step)));
        }
        if (step.onlyIf() != null) {
            notes.add("asked if " + step.onlyIf());
        }
        if (step.missing() != null) {
            notes.add("slm-lab does not have %s yet".formatted(step.missing()));
        }
        if (step.emits() != null) {
            notes.add("writes: " + step.emits());
        }
        return notes;
    }

    private static String line(Question question) {
        String preset = question.preset() == null ? "" : " (default: %s)".formatted(Flow.text(question.preset()));
        String optional = question.isOptional() ? ", optional" : "";
        String condition = question.onlyIf() == null ? "" : ", if " + question.onlyIf();
        return "%s: %s [%s%s%s]%s"
                .formatted(question.key(), question.ask(), question.needs(), optional, condition, preset);
    }

    private static Map<String, Object> entry(Workflow flow, FlowStep step) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("step", step.number());
        entry.put("id", step.id());
        entry.put("title", step.title());
        entry.put("needs", List.copyOf(flow.needs(step)));
        entry.put("notes", notes(flow, step));
        entry.put(
                "questions",
                step.questions().stream().map(FlowShowCommand::entry).toList());
        return entry;
    }

    private static Map<String, Object> entry(Question question) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("key", question.key());
        entry.put("ask", question.ask());
        entry.put("why", question.why());
        entry.put("type", question.type().toString());
        entry.put("needs", question.needs());
        entry.put("optional", question.isOptional());
        putIfThere(entry, "default", question.preset());
        putIfThere(entry, "example", question.example());
        putIfThere(
                entry,
                "if",
                question.onlyIf() == null ? null : question.onlyIf().toString());
        if (!question.options().isEmpty()) {
            entry.put("options", question.options());
        }
        if (!question.columns().isEmpty()) {
            entry.put(
                    "columns",
                    question.columns().stream().map(FlowShowCommand::entry).toList());
        }
        return entry;
    }

    private static void putIfThere(Map<String, Object> entry, String key, @Nullable Object value) {
        if (value != null) {
            entry.put(key, value);
        }
    }
}
