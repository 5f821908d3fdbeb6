package slmlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import slmlab.report.RunFolder;

/// Run folders as users name them.
final class RunFolders {
    /// The word for the newest run.
    static final String LATEST = "latest";

    private RunFolders() {}

    /// Return the newest run for `latest`, or the run folder with this path or with a file of this path.
    ///
    /// @param data folder of run folders
    static RunFolder of(String given, Path data) {
        return given.equals(LATEST) && !Files.exists(Path.of(LATEST))
                ? RunFolder.latest(data)
                        .orElseThrow(() -> new IllegalArgumentException("there is no run in %s".formatted(data)))
                : of(given);
    }

    /// Return the run folder with this path or with a file of this path.
    static RunFolder of(String given) {
        if (given.isEmpty()) {
            throw new IllegalArgumentException("which run? name its folder, or its *_spec.json");
        }
        Path path = Paths.of(given);
        for (Path at = path; at != null; at = at.getParent()) {
            if (Files.isDirectory(at) && Files.exists(at.resolve("run.json"))) {
                return RunFolder.open(at);
            }
        }
        return RunFolder.open(path);
    }
}
