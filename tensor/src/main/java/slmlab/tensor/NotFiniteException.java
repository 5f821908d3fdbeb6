package slmlab.tensor;

/// Thrown when a loss or a gradient became NaN or infinite. The message names the line where that began; no
/// variable was changed.
public final class NotFiniteException extends ArithmeticException {
    private static final long serialVersionUID = 1L;

    NotFiniteException(String message) {
        super(message);
    }
}
