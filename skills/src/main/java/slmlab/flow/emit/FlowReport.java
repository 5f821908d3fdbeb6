package slmlab.flow.emit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.spec.text.Flow;

/// Steps with their answers and findings, as Markdown and as JSON.
///
/// @param title of the whole
/// @param intro lines below the title
record FlowReport(String title, List<String> intro, List<AnsweredStep> steps) {

    /// Return it as Markdown.
    String markdown() {
        StringBuilder text = new StringBuilder("# %s\n\n".formatted(title));
        intro.forEach(line -> text.append(line).append('\n'));
        for (AnsweredStep step : steps) {
            text.append("\n## %s. %s\n\n".formatted(step.number(), step.title()));
            if (!step.note().isEmpty()) {
                text.append("%s: %s\n".formatted(step.status(), step.note()));
            }
            step.questions().forEach((ask, answer) -> text.append("- %s `%s`\n".formatted(ask, shown(answer))));
            step.found().forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    private static String shown(Object answer) {
        return switch (answer) {
            case String text -> text;
            case Boolean isYes -> isYes ? "yes" : "no";
            default -> Flow.text(answer);
        };
    }

    /// Return it as JSON has it.
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", title);
        json.put("steps", steps.stream().map(FlowReport::entry).toList());
        return json;
    }

    private static Map<String, Object> entry(AnsweredStep step) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("step", step.number());
        entry.put("id", step.id());
        entry.put("title", step.title());
        entry.put("status", step.status());
        entry.put("note", step.note());
        entry.put("answers", step.answers());
        entry.put("found", step.found());
        return entry;
    }
}
