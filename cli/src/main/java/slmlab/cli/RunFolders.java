package slmlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import slmlab.run.RunFolder;
import slmlab.spec.text.Suggestion;

/// Run folders as users name them.
public final class RunFolders {
    /// The word for the newest run.
    public static final String LATEST = "latest";

    private RunFolders() {}

    /// Return the newest run for `latest`, the run folder with this path or with a file of this path, or the one of
    /// this name in the data folder.
    ///
    /// @param data folder of run folders
    public static RunFolder of(String given, Path data) {
        if (given.equals(LATEST) && !Files.exists(Path.of(LATEST))) {
            return RunFolder.latest(data)
                    .orElseThrow(() -> new IllegalArgumentException("there is no run in %s".formatted(data)));
        }
        boolean isInData =
                !given.isEmpty() && !Files.exists(Paths.of(given)) && Files.isDirectory(data.resolve(Paths.of(given)));
        return of(isInData ? data.resolve(given).toString() : given);
    }

    /// Return the run folder with this path or with a file of this path.
    public static RunFolder of(String given) {
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
    public static RunFolder named(String given, Path data) {
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
                .orElse("slm-lab list runs -d %s shows them".formatted(data));
        throw new IllegalArgumentException(
                "there is no run folder '%s', also not in %s; %s".formatted(given, data, hint));
    }
}
