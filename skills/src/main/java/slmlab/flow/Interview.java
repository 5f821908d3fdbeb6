package slmlab.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The questions of a step, one at a time: which are asked depends on the answers so far.
public final class Interview {
    private final FlowStep step;
    private final Map<String, ? extends Map<String, Object>> earlier;
    private final Map<String, Object> before;
    private final Map<String, Object> answers = new LinkedHashMap<>();
    private int place; // of the next question
    private int asked;

    /// @param earlier answers of earlier steps
    /// @param before answers that the step had, which become presets
    Interview(FlowStep step, Map<String, ? extends Map<String, Object>> earlier, Map<String, Object> before) {
        this.step = step;
        this.earlier = earlier;
        this.before = before;
    }

    public FlowStep step() {
        return step;
    }

    /// Return the next question, with its preset filled in; empty if all are answered.
    public Optional<Question> next() {
        List<Question> questions = step.questions();
        while (place < questions.size() && !isAsked(questions.get(place))) {
            place++;
        }
        return place == questions.size() ? Optional.empty() : Optional.of(preset(questions.get(place)));
    }

    /// Answer the next question.
    ///
    /// @param text as a person types it; empty for the preset, or for no answer to a question that may have none
    /// @throws IllegalArgumentException that says what is needed
    public void answer(String text) {
        Question question = next().orElseThrow(() -> new IllegalStateException("no question is left"));
        Object preset = question.preset();
        if (!text.isBlank()) {
            answers.put(question.key(), AnswerReader.typed(question, text, scope()));
        } else if (preset != null) {
            answers.put(question.key(), preset);
        } else if (!question.isOptional()) {
            throw new IllegalArgumentException("needs %s".formatted(question.needs()));
        }
        place++;
        asked++;
    }

    /// Throw an [IllegalArgumentException] if a text does not answer the next question; for one row of several.
    public void check(String text) {
        next().ifPresent(question -> AnswerReader.typed(question, text, scope()));
    }

    /// Return the answers so far, in the order of the questions.
    public Map<String, Object> answers() {
        return new LinkedHashMap<>(answers);
    }

    /// Return how many questions were asked.
    public int count() {
        return asked;
    }

    /// Return what the answers so far make.
    public Map<String, Object> artefact() {
        return Artefact.of(step, answers);
    }

    private boolean isAsked(Question question) {
        AskIf condition = question.onlyIf();
        return condition == null || condition.holds(scope());
    }

    private Question preset(Question question) {
        Object known = before.get(question.key());
        if (known != null) {
            return question.with(known);
        }
        return question.with(AnswerReader.preset(question, scope()).orElse(null));
    }

    private AnswerScope scope() {
        return new AnswerScope(earlier, step.id(), answers);
    }

    /// Return why a question is not asked; null if it is.
    static @Nullable String whyNot(Question question, AnswerScope scope) {
        AskIf condition = question.onlyIf();
        return condition == null || condition.holds(scope) ? null : condition.failure(scope);
    }
}
