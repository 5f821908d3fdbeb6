package slmlab.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.flow.emit.AnsweredStep;
import slmlab.flow.emit.CommandOutcome;
import slmlab.spec.text.Flow;

/// The Markdown page of a step: what was asked, answered and found.
final class StepPage {
    private static final int MOST_LINES = 60; // of what one command printed
    private static final String FOUND = "## Found";

    private StepPage() {}

    /// Write the page.
    ///
    /// @param emitted what the last step wrote
    static String text(FlowStep step, StepState state, List<CommandOutcome> outcomes, List<String> emitted) {
        StringBuilder page = new StringBuilder("# Step %s: %s\n\n".formatted(step.number(), step.title()));
        page.append("Status: %s%s\n".formatted(state.status(), state.note().isEmpty() ? "" : ", " + state.note()));
        Map<String, Object> questions = questions(step, state);
        if (!questions.isEmpty()) {
            page.append("\n## Answers\n\n");
            questions.forEach((ask, answer) -> page.append(answer(ask, answer)));
        }
        if (!outcomes.isEmpty()) {
            page.append("\n%s\n".formatted(FOUND));
            outcomes.forEach(each -> page.append(command(each)));
        }
        if (!emitted.isEmpty()) {
            page.append("\n## Written\n\n");
            emitted.forEach(line -> page.append("- ").append(line).append('\n'));
        }
        return page.toString();
    }

    private static Map<String, Object> questions(FlowStep step, StepState state) {
        Map<String, Object> questions = new LinkedHashMap<>();
        step.questions().forEach(question -> {
            Object answer = state.answers().get(question.key());
            if (answer != null) {
                questions.put(question.ask(), answer);
            }
        });
        return questions;
    }

    private static String answer(String ask, Object answer) {
        if (answer instanceof List<?> rows && rows.stream().allMatch(Map.class::isInstance)) {
            StringBuilder text = new StringBuilder("- %s\n".formatted(ask));
            rows.forEach(row -> text.append("  - `%s`\n".formatted(Flow.text(row))));
            return text.toString();
        }
        return "- %s\n  `%s`\n".formatted(ask, AskIf.shown(answer));
    }

    private static String command(CommandOutcome outcome) {
        StringBuilder text = new StringBuilder("\n`%s`\n\n```text\n".formatted(outcome.line()));
        List<String> lines = outcome.output();
        if (lines.size() > MOST_LINES) {
            text.append("…\n");
        }
        lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size())
                .forEach(line -> text.append(line).append('\n'));
        text.append("```\n");
        return outcome.isDone() ? text.toString() : text + "\nexit code %s\n".formatted(outcome.code());
    }

    /// Return what a step came to, with what its page says was found.
    ///
    /// @param page lines of its page
    static AnsweredStep answered(FlowStep step, StepState state, List<String> page) {
        return new AnsweredStep(
                step.number(),
                step.id(),
                step.title(),
                state.status().toString(),
                state.note(),
                questions(step, state),
                state.answers(),
                found(page));
    }

    private static List<String> found(List<String> page) {
        int at = page.indexOf(FOUND);
        return at < 0 ? List.of() : new ArrayList<>(page.subList(at + 1, page.size()));
    }
}
