package slmlab.design;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecNumbers;
import slmlab.spec.text.Suggestion;

/// Single values of a design file. One of the wrong type is a finding, and counts as absent.
///
/// @param found gets the findings; a method's `at` is the path of its value there
record TypedValues(Findings found) {
    /// Note a null.
    Optional<Object> present(@Nullable Object value, String at) {
        if (value == null) {
            wrongType(null, at, "a value");
        }
        return Optional.ofNullable(value);
    }

    Optional<Double> number(Object value, String at) {
        if (value instanceof Double given && !Double.isFinite(given)) {
            found.add(Code.F04, at, "is %s".formatted(given), "write a finite number");
            return Optional.empty();
        }
        Optional<Double> number = SpecNumbers.finite(value);
        if (number.isEmpty()) {
            wrongType(value, at, "a number");
        }
        return number;
    }

    Optional<Long> whole(Object value, String at) {
        return number(value, at).flatMap(_ -> {
            Optional<Long> whole = SpecNumbers.whole(value);
            if (whole.isEmpty()) {
                wrongType(value, at, "a whole number");
            }
            return whole;
        });
    }

    Optional<String> text(Object value, String at) {
        if (value instanceof Number) {
            return Optional.of(String.valueOf(value)); // a name such as 3
        }
        return typed(String.class, value, at, "a text").filter(text -> {
            if (text.isBlank()) {
                wrongType(text, at, "a text that is not empty");
            }
            return !text.isBlank();
        });
    }

    boolean isAtLeast(long least, long number, String at) {
        if (number < least) {
            found.add(Code.F05, at, "is %s".formatted(number), "write at least %s".formatted(least));
        }
        return number >= least;
    }

    boolean isOneOf(String word, List<String> choices, String at) {
        if (!choices.contains(word)) {
            found.add(
                    Code.F06,
                    at,
                    "is %s".formatted(Keys.shown(word)),
                    "write one of: %s%s".formatted(String.join(", ", choices), Suggestion.hint(word, choices)));
        }
        return choices.contains(word);
    }

    <T> Optional<T> typed(Class<T> type, Object value, String at, String needs) {
        if (!type.isInstance(value)) {
            wrongType(value, at, needs);
            return Optional.empty();
        }
        return Optional.of(type.cast(value));
    }

    private void wrongType(@Nullable Object value, String at, String needs) {
        found.add(Code.F03, at, "is %s".formatted(Keys.shown(value)), "write %s".formatted(needs));
    }
}
