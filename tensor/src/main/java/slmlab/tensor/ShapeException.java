package slmlab.tensor;

/// Thrown when the shapes of tensors do not fit; the message ends with the line that combined them.
public final class ShapeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ShapeException(String message) {
        super(message + " (" + Source.here() + ")");
    }
}
