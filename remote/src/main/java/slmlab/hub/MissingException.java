package slmlab.hub;

/// There is nothing at an address.
final class MissingException extends HubException {
    private static final long serialVersionUID = 1L;

    MissingException(String message) {
        super(message);
    }
}
