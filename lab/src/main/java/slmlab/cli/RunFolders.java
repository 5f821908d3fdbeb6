package slmlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import slmlab.report.RunFolder;
import slmlab.spec.Suggestion;

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

    /// Return the newest run for `latest`, the run of this name in the data folder, or the run folder with this
    /// path.
    static RunFolder named(String given, Path data) {
        if (given.equals(LATEST) || given.isEmpty()) {
            return of(given, data);
        }
        Path inData = data.resolve(Paths.of(given));
        if (Files.isDirectory(inData)) {
            return of(inData.toString());
        }
        if (Files.exists(Paths.of(given))) {
            return of(given);
        }
        List<String> known = RunFolder.all(data).stream()
                .map(run -> run.path().getFileName().toString())
                .toList();
        String hint = Suggestion.of(given, known)
                .map("did you mean %s?"::formatted)
                .orElse("slm-lab plot-list -d %s shows them".formatted(data));
        throw new IllegalArgumentException(
                "there is no run folder '%s', also not in %s; %s".formatted(given, data, hint));
    }
}
