package slmlab.report;

/// A picture cannot be drawn on this machine, or not now. All else of a run is as good as with it.
public final class NoPictureException extends RuntimeException {

    NoPictureException(Throwable cause) {
        super("no curve can be drawn here (%s)".formatted(cause), cause);
    }
}
