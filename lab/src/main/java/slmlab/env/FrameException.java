package slmlab.env;

/// Thrown when an env uses its [Frame] in a way that is not allowed. The message is for its author; the vector
/// adds which env it was and when.
final class FrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FrameException(String message) {
        super(message);
    }
}
