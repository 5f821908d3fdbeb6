package slmlab.judge.diagnose;

import java.util.Optional;

/// One way in which learning fails.
@FunctionalInterface
interface Rule {

    /// Look for it in what a session has logged.
    Optional<Finding> look(Evidence evidence);
}
