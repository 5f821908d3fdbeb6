package slmlab.env;

/// An env used its [Frame] in a way that is not allowed. The message is for its author; the vector adds which env it
/// was and when.
final class FrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FrameException(String message) {
        super(message);
    }
}
