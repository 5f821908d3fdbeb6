package slmlab.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.report.RunFolder;

/// A run that could not go on. What was written before is kept.
public final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunFailedException(RunFolder folder, List<String> failures, @Nullable Throwable cause) {
        super(
                "%s%nthe files so far are kept in %s"
                        .formatted(String.join(System.lineSeparator(), failures), folder.path()),
                cause);
    }
}
