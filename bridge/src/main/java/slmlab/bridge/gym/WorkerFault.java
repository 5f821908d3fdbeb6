package slmlab.bridge.gym;

import org.jspecify.annotations.Nullable;

/// Thrown when a worker did not do what it was asked. The vector adds which env it was and when.
final class WorkerFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// What to make of a fault.
    enum Kind {
        /// There is no such env, or no such package.
        UNKNOWN_ID,
        /// What is installed is too old.
        TOO_OLD,
        /// The env is a vector of its own, which one worker runs.
        ONE_WORKER,
        /// The env raised an exception, or broke its contract.
        RAISED,
        /// The process ended, hung, or answered nonsense.
        LOST
    }

    private final Kind kind;
    private final int env;

    /// @param env the env at work, counted within its worker; -1 where it is not known
    WorkerFault(Kind kind, int env, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.env = env;
    }

    Kind kind() {
        return kind;
    }

    int env() {
        return env;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
