package slmlab.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Flow;
import slmlab.spec.text.SpecNumbers;

/// One question of a step, or one column of a question that is answered with rows.
///
/// @param key where the answer stands in the artefact; dots make mappings
/// @param why one sentence, shown beside the question
/// @param columns of rows
/// @param isApart whether the answer is kept, and not written into the artefact that commands read
/// @param preset taken where nothing is answered; may hold `{step.key}` of an earlier answer
/// @param onlyIf when it is asked; null for always
/// @param example an answer that is right
public record Question(
        String key,
        String ask,
        String why,
        AnswerType type,
        @Nullable Double min,
        @Nullable Double max,
        List<String> options,
        List<Question> columns,
        boolean isOptional,
        boolean isApart,
        @Nullable Object preset,
        @Nullable AskIf onlyIf,
        @Nullable Object example) {

    /// Return in words what is needed: `a whole number of at least 1`.
    public String needs() {
        return switch (type) {
            case CHOICE -> "one of " + String.join(", ", options);
            case NUMBER, INTEGER, NUMBERS -> type.needs() + bounds();
            case ROWS -> "%s: %s".formatted(type.needs(), row());
            case TEXT, YES_NO, LIST, VALUE -> type.needs();
        };
    }

    /// Return the paths of the answers that its preset, or that of a column, refers to.
    List<String> references() {
        List<String> references = new ArrayList<>(Placeholders.in(preset));
        columns.forEach(column -> references.addAll(Placeholders.in(column.preset)));
        return references;
    }

    /// Return the column of a name.
    Optional<Question> column(String name) {
        return columns.stream().filter(column -> column.key.equals(name)).findFirst();
    }

    /// Return the same with another preset.
    Question with(@Nullable Object other) {
        return new Question(
                key, ask, why, type, min, max, options, columns, isOptional, isApart, other, onlyIf, example);
    }

    /// Return why a number is out of range, as the end of a sentence; null if it is not.
    @Nullable
    String misses(double number) {
        boolean isIn = (min == null || number >= min) && (max == null || number <= max);
        return isIn ? null : "needs " + (type == AnswerType.INTEGER ? "a whole number" : "a number") + bounds();
    }

    private String bounds() {
        if (min != null && max != null) {
            return " from %s to %s".formatted(SpecNumbers.text(min), SpecNumbers.text(max));
        }
        return min != null
                ? " of at least " + SpecNumbers.text(min)
                : max != null ? " of at most " + SpecNumbers.text(max) : "";
    }

    /// Return a row as a person types it; columns that may be left empty stand in brackets.
    private String row() {
        return columns.stream()
                .map(column -> column.isOptional ? "[%s]".formatted(column.cell()) : column.cell())
                .collect(Collectors.joining(" "));
    }

    private String cell() {
        return "%s=%s"
                .formatted(key, example == null ? "…" : example instanceof String text ? text : Flow.text(example));
    }
}
