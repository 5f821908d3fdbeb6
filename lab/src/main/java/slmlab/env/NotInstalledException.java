package slmlab.env;

/// An environment needs something that is not installed; the message says what to type.
public final class NotInstalledException extends IllegalArgumentException {
    public NotInstalledException(String message) {
        super(message);
    }
}
