package slmlab.flow;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.spec.MappingFile;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Keys;
import slmlab.spec.text.Suggestion;

/// A file with the answers of all steps: `flow: rl-architect`, and below `answers` a mapping for each step.
public final class AnswersFile {
    private final Workflow flow;
    private final Map<String, @Nullable Object> given;
    private final Problems problems = new Problems();
    private final Set<String> wrong = new HashSet<>(); // paths of answers that were refused
    private final Map<String, Map<String, Object>> read = new LinkedHashMap<>();

    private AnswersFile(Workflow flow, Map<String, @Nullable Object> given) {
        this.flow = flow;
        this.given = given;
    }

    /// Read a file; a [slmlab.spec.text.SpecException] lists everything that is wrong with it.
    ///
    /// @return answers by step and key, for each step that is asked, defaults filled in
    public static Map<String, Map<String, Object>> read(Path file, Workflow flow) {
        AnswersFile answers = new AnswersFile(flow, MappingFile.read(file));
        answers.read();
        answers.problems.throwIfAny(file.toString());
        return answers.read;
    }

    private void read() {
        given.keySet().stream()
                .filter(key -> !List.of("flow", "answers").contains(key))
                .forEach(key -> problems.add(key, "is an unknown key; the file has flow and answers"));
        if (!Objects.equals(given.get("flow"), flow.name())) {
            problems.add(
                    "flow",
                    given.containsKey("flow") ? "is %s; these answers are needed for %s" : "is missing; needs %2$s",
                    Keys.shown(given.get("flow")),
                    flow.name());
            return;
        }
        if (!(given.get("answers") instanceof Map<?, ?> steps)) {
            problems.add("answers", "is %s; needs a mapping of steps", Keys.shown(given.get("answers")));
            return;
        }
        List<String> ids = flow.steps().stream().map(FlowStep::id).toList();
        steps.keySet().stream()
                .map(String::valueOf)
                .filter(id -> !ids.contains(id))
                .forEach(id -> problems.add(
                        "answers." + id,
                        "is an unknown step%s; the steps are %s",
                        Suggestion.hint(id, ids),
                        String.join(", ", ids)));
        flow.steps().forEach(step -> read(step, steps.get(step.id())));
    }

    private void read(FlowStep step, @Nullable Object own) {
        String path = "answers." + step.id();
        AnswerScope scope = new AnswerScope(read, step.id(), Map.of());
        AskIf condition = step.onlyIf();
        boolean isAsked = condition == null || condition.holds(scope);
        if (!isAsked || step.missing() != null) {
            if (own != null && (condition == null || !wrong.contains(condition.path()))) {
                String why = isAsked
                        ? "slm-lab does not have %s yet".formatted(step.missing())
                        : Objects.requireNonNull(condition).failure(scope);
                problems.add(path, "is not asked: %s; remove it", why);
            }
            return;
        }
        if (own != null && !(own instanceof Map<?, ?>)) {
            problems.add(path, "is %s; needs a mapping of answers", Keys.shown(own));
            return;
        }
        Map<?, ?> values = own instanceof Map<?, ?> map ? map : Map.of();
        read.put(step.id(), answers(step, values, path));
    }

    private Map<String, Object> answers(FlowStep step, Map<?, ?> values, String path) {
        List<String> keys = step.questions().stream().map(Question::key).toList();
        values.keySet().stream()
                .map(String::valueOf)
                .filter(key -> !keys.contains(key))
                .forEach(key -> problems.add(
                        Keys.join(path, key),
                        "is an unknown key%s; step %s asks %s",
                        Suggestion.hint(key, keys),
                        step.id(),
                        keys.isEmpty() ? "nothing" : String.join(", ", keys)));
        Map<String, Object> answers = new LinkedHashMap<>();
        for (Question question : step.questions()) {
            Object answer = answer(step, question, values.get(question.key()), answers);
            if (answer != null) {
                answers.put(question.key(), answer);
            }
        }
        return answers;
    }

    private @Nullable Object answer(
            FlowStep step, Question question, @Nullable Object value, Map<String, Object> answers) {
        String at = Keys.join("answers." + step.id(), question.key());
        String full = step.id() + "." + question.key();
        AnswerScope scope = new AnswerScope(read, step.id(), answers);
        String whyNot = Interview.whyNot(question, scope);
        if (whyNot != null) {
            AskIf condition = Objects.requireNonNull(question.onlyIf());
            boolean isKnown = !wrong.contains(condition.path()) && !wrong.contains(step.id() + "." + condition.path());
            if (value != null && isKnown) {
                problems.add(at, "is not asked, since %s; remove it", whyNot);
            }
            return null;
        }
        if (value == null) {
            Object preset = AnswerReader.preset(question, scope).orElse(null);
            boolean hasWrong = Placeholders.in(question.preset()).stream().anyMatch(wrong::contains);
            if (preset == null && !question.isOptional() && !hasWrong) {
                problems.add(at, "is missing; needs %s: %s", question.needs(), question.ask());
            }
            if (preset == null) {
                wrong.add(full);
            }
            return preset;
        }
        Object answer = new AnswerReader(problems, scope).value(question, value, at);
        if (answer == null) {
            wrong.add(full);
        }
        return answer;
    }
}
