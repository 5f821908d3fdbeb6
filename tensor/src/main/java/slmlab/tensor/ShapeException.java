package slmlab.tensor;

/// Tensors that do not fit together; the message ends with the line that put them together.
public final class ShapeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ShapeException(String message) {
        super(message + " (" + Source.here() + ")");
    }
}
