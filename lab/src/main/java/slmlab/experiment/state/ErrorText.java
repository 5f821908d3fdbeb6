package slmlab.experiment.state;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Exceptions in words, for a person to read.
public final class ErrorText {
    private static final List<String> JAVA = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final String OURS = "slmlab.";
    private static final String CALLERS = "slmlab.experiment.";

    private ErrorText() {}

    /// Return the message where there is one, or what to do about a lack of memory; and the line of a user's
    /// algorithm, net or wrapper in which it was thrown.
    public static String inWords(@Nullable Throwable thrown) {
        return switch (thrown) {
            case OutOfMemoryError e ->
                "out of memory (%s): ask for less, or give Java more: SLM_LAB_JAVA_OPTS=-Xmx8g"
                        .formatted(e.getMessage());
            case RuntimeException e when place(e).isPresent() -> "%s, at %s".formatted(e, place(e).orElseThrow());
            case RuntimeException e when e.getMessage() != null -> e.getMessage();
            case null, default -> String.valueOf(thrown);
        };
    }

    /// Return the innermost line that is neither the JDK's nor ours, of those that a session called.
    private static Optional<String> place(Throwable thrown) {
        return Stream.of(thrown.getStackTrace())
                .takeWhile(frame -> !frame.getClassName().startsWith(CALLERS))
                .filter(frame -> !frame.getClassName().startsWith(OURS)
                        && JAVA.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(StackTraceElement::toString);
    }
}
