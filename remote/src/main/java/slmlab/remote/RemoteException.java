package slmlab.remote;

import slmlab.LabException;

/// Another machine, or a program that reaches it, did not do what was asked. The message says what is wrong and what to
/// do.
public final class RemoteException extends LabException {
    private static final long serialVersionUID = 1L;

    private final boolean unreachable;

    private RemoteException(String message, boolean unreachable) {
        super(message);
        this.unreachable = unreachable;
    }

    static RemoteException failed(String message) {
        return new RemoteException(message, false);
    }

    static RemoteException unreachable(String message) {
        return new RemoteException(message, true);
    }

    /// Whether the machine gave no answer, so that nothing is known about what runs there.
    public boolean isUnreachable() {
        return unreachable;
    }
}
