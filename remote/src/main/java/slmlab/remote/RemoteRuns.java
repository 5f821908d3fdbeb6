package slmlab.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import slmlab.file.JsonFile;
import slmlab.spec.text.Suggestion;

/// The runs on other machines whose results belong into a data folder: one small JSON file each, in `.remote` there.
/// Commands write them, and the dashboard reads them; both ask this class.
public final class RemoteRuns {
    private static final String FOLDER = ".remote";
    private static final String ENDING = ".json";
    private static final int MOST_SUFFIXES = 1000;

    private final Path folder;

    /// @param data folder of run folders
    public RemoteRuns(Path data) {
        this.folder = data.resolve(FOLDER);
    }

    /// Return all of them, the latest first.
    ///
    /// @param problems gets a sentence for each file that cannot be read
    public List<RemoteRun> all(Consumer<String> problems) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<RemoteRun> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList()) {
                try {
                    runs.add(JsonFile.read(file, RemoteRun.class));
                } catch (IllegalArgumentException e) {
                    problems.accept(String.valueOf(e.getMessage()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, e.getMessage()), e);
        }
        runs.sort(Comparator.comparing(RemoteRun::started).reversed());
        return runs;
    }

    /// Return the run of that name; an [IllegalArgumentException] names others.
    public RemoteRun named(String name) {
        return find(name).orElseThrow(() -> {
            List<String> known = all(_ -> {}).stream().map(RemoteRun::name).toList();
            String hint = Suggestion.of(name, known)
                    .map("did you mean %s?"::formatted)
                    .orElse(known.isEmpty() ? "there are none in this data folder" : "slm-lab remote ps lists them");
            return new IllegalArgumentException("there is no remote run '%s'; %s".formatted(name, hint));
        });
    }

    Optional<RemoteRun> find(String name) {
        Path file = file(name);
        return name.matches("[a-z0-9-]+") && Files.exists(file)
                ? Optional.of(JsonFile.read(file, RemoteRun.class))
                : Optional.empty();
    }

    /// Return a name that no run has: the wish, or the wish with a number.
    String free(String wish) {
        for (int i = 1; i < MOST_SUFFIXES; i++) {
            String suffix = i == 1 ? "" : "-" + i;
            String name = wish.substring(0, Math.min(wish.length(), 41 - suffix.length())) + suffix;
            if (find(name).isEmpty()) {
                return name;
            }
        }
        throw new IllegalArgumentException(
                "there are %s runs named %s; name this one with -n".formatted(MOST_SUFFIXES, wish));
    }

    /// Write what is known of a run.
    RemoteRun write(RemoteRun run) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create %s: %s".formatted(folder, e.getMessage()), e);
        }
        JsonFile.write(file(run.name()), run);
        return run;
    }

    /// Forget a run: only the file here.
    public void forget(RemoteRun run) {
        try {
            Files.deleteIfExists(file(run.name()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s: %s".formatted(file(run.name()), e.getMessage()), e);
        }
    }

    private Path file(String name) {
        return folder.resolve(name + ENDING);
    }

    /// Return the folder in which a run is put together while it is fetched.
    Path incoming(RemoteRun run) {
        return folder.resolve(run.name() + ".part");
    }

    /// Return the list of the files that were fetched.
    Path manifest(RemoteRun run) {
        return folder.resolve(run.name() + ".files");
    }
}
