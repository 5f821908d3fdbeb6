package slmlab.experiment;

import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.LabException;
import slmlab.run.RunFolder;

/// A run failed. What it had written before is kept, if its folder still exists.
public final class RunFailedException extends LabException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_TOLD = 8;

    /// @param note what else there is to know; empty for nothing
    RunFailedException(RunFolder folder, List<String> failures, String note, @Nullable Throwable cause) {
        super(
                "%s%s%n%s"
                        .formatted(lines(failures), note.isEmpty() ? "" : System.lineSeparator() + note, kept(folder)),
                cause);
    }

    /// The spec tells whether the folder is still the run's: who writes a state makes the folder again if it is
    /// gone.
    private static String kept(RunFolder folder) {
        return Files.exists(folder.spec())
                ? "the files so far are kept in %s".formatted(folder.path())
                : "the run folder %s was deleted, and the run's files with it".formatted(folder.path());
    }

    private static String lines(List<String> failures) {
        String first = failures.stream().limit(MOST_TOLD).collect(Collectors.joining(System.lineSeparator()));
        int more = failures.size() - MOST_TOLD;
        return more > 0 ? "%s%nand %s more sessions failed".formatted(first, more) : first;
    }
}
