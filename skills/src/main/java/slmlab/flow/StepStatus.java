package slmlab.flow;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// How far a step is. One that nobody has answered yet has no status.
public enum StepStatus {
    /// Answered, and its commands ended well.
    DONE,
    /// Answered, and one of its commands did not end well.
    FAILED,
    /// Answered, before a step that it builds on was answered again.
    STALE,
    /// Being answered; the process ended meanwhile.
    INTERRUPTED,
    /// Not asked: its condition does not hold.
    NOT_APPLICABLE,
    /// Not asked: the lab cannot do it yet.
    MISSING;

    static Optional<StepStatus> of(String word) {
        return Stream.of(values())
                .filter(status -> status.toString().equals(word))
                .findFirst();
    }

    /// Return it in words: `not applicable`.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
