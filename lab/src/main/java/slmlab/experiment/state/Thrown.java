package slmlab.experiment.state;

import org.jspecify.annotations.Nullable;

/// Exceptions in words, for a person to read.
public final class Thrown {
    private Thrown() {}

    /// Return the message where there is one, or what to do about a lack of memory.
    public static String inWords(@Nullable Throwable thrown) {
        return switch (thrown) {
            case OutOfMemoryError e ->
                "out of memory (%s): ask for less, or give Java more: SLM_LAB_JAVA_OPTS=-Xmx8g"
                        .formatted(e.getMessage());
            case RuntimeException e when e.getMessage() != null -> e.getMessage();
            case null, default -> String.valueOf(thrown);
        };
    }
}
