package slmlab.experiment.state;

import org.jspecify.annotations.Nullable;

/// A resumable state that is not as it was written, or that holds numbers no run can continue with.
public final class DamagedStateException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    DamagedStateException(String problem, @Nullable Throwable cause) {
        super(problem, cause);
    }
}
