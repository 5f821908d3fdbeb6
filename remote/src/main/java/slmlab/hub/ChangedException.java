package slmlab.hub;

/// The dataset has changed since it was looked at: look again.
final class ChangedException extends HubException {
    private static final long serialVersionUID = 1L;

    ChangedException(String message) {
        super(message);
    }
}
