package slmlab;

import org.jspecify.annotations.Nullable;

/// What a program that uses the lab can catch when the lab fails: a spec that cannot be run, an env that throws, a run
/// that failed, a figure that cannot be drawn. The message says what is wrong, where, and what to do.
///
/// A wrong argument of a method is an [IllegalArgumentException], as everywhere in Java.
public abstract class LabException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected LabException(String message) {
        super(message);
    }

    protected LabException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
