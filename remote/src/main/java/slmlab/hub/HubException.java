package slmlab.hub;

import org.jspecify.annotations.Nullable;
import slmlab.LabException;

/// What a hub did not do, and why. What a user has set wrongly is an [IllegalArgumentException].
public class HubException extends LabException {
    private static final long serialVersionUID = 1L;

    HubException(String message) {
        super(message);
    }

    HubException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
