package slmlab.flow;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Flow;
import slmlab.spec.text.SpecNumbers;

/// When a question or a step is asked: `init.agents > 1`.
///
/// @param path an answer: `KEY` of the same step, or `STEP.KEY`
/// @param sign `=`, `!=`, `>` or `<`
/// @param value what it is compared with
public record AskIf(String path, String sign, Object value) {
    private static final Pattern FORM = Pattern.compile("([\\w.-]+)\\s*(!=|=|>|<)\\s*(\\S.*)");

    /// Read a condition; empty if it has another form.
    static Optional<AskIf> read(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Object value = Flow.read(matcher.group(3));
        boolean isOrder = matcher.group(2).equals(">") || matcher.group(2).equals("<");
        return value == null || (isOrder && !(value instanceof Number))
                ? Optional.empty()
                : Optional.of(new AskIf(matcher.group(1), matcher.group(2), value));
    }

    /// Return whether it holds. A missing answer equals nothing, and is neither more nor less than a number.
    ///
    /// @param answers value by path; null where there is none
    boolean holds(Function<String, @Nullable Object> answers) {
        Object given = answers.apply(path);
        return switch (sign) {
            case "=" -> isEqual(given);
            case "!=" -> !isEqual(given);
            case ">" -> order(given) > 0;
            default -> order(given) < 0;
        };
    }

    /// Say why it does not hold: `init.agents is 1`.
    String failure(Function<String, @Nullable Object> answers) {
        Object given = answers.apply(path);
        return given == null ? path + " has no answer" : "%s is %s".formatted(path, shown(given));
    }

    private boolean isEqual(@Nullable Object given) {
        if (given instanceof Number number && value instanceof Number other) {
            return number.doubleValue() == other.doubleValue();
        }
        return given != null && shown(given).equals(shown(value));
    }

    private int order(@Nullable Object given) {
        return given instanceof Number number && value instanceof Number other
                ? Double.compare(number.doubleValue(), other.doubleValue())
                : 0;
    }

    /// Return a value as a person would write it.
    static String shown(Object value) {
        return switch (value) {
            case Boolean isYes -> isYes ? "yes" : "no";
            case Double number -> SpecNumbers.text(number);
            case String text -> text;
            default -> Flow.text(value);
        };
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(path, sign, shown(value));
    }
}
