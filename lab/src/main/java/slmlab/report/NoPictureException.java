package slmlab.report;

/// Thrown when a picture cannot be drawn on this machine. The rest of a run is not affected.
public final class NoPictureException extends RuntimeException {

    NoPictureException(Throwable cause) {
        super("no curve can be drawn here (%s)".formatted(cause), cause);
    }
}
