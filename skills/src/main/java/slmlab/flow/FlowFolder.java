package slmlab.flow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import slmlab.file.FolderLock;
import slmlab.file.JsonFile;
import slmlab.file.OutputFile;
import slmlab.file.SafeFile;
import slmlab.file.Sha256;

/// The folder of one workflow, which one process at a time may change.
final class FlowFolder implements AutoCloseable {
    static final String STATE = "flow.json";

    private final Path path;
    private final boolean isNew;
    private final FolderLock lock;

    private FlowFolder(Path path, boolean isNew, FolderLock lock) {
        this.path = path;
        this.isNew = isNew;
        this.lock = lock;
    }

    /// Return the name of the workflow in a folder; an [IllegalArgumentException] says that there is none.
    static String flow(Path path) {
        refuseLinks(path);
        if (!Files.exists(path.resolve(STATE), LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException(
                    "%s has no %s; begin a flow with slm-lab flow run NAME".formatted(path, STATE));
        }
        return read(path).flow();
    }

    /// Open the folder, or make it. An [IllegalArgumentException] says why it cannot be used.
    static FlowFolder open(Path path) {
        refuseLinks(path);
        boolean isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        if (!isNew && !Files.isDirectory(path)) {
            throw new IllegalArgumentException("%s is a file; name a folder".formatted(path));
        }
        try {
            Files.createDirectories(path);
            if (!Files.exists(path.resolve(STATE)) && !isEmpty(path)) {
                throw new IllegalArgumentException(
                        "%s is not empty and has no %s; choose another folder with --output".formatted(path, STATE));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot use %s: %s".formatted(path, OutputFile.reason(e)), e);
        }
        FolderLock lock = FolderLock.take(path, "a flow of this process works", "another process works");
        return new FlowFolder(path, isNew, lock);
    }

    private static void refuseLinks(Path path) {
        for (Path each : List.of(path, path.resolve(STATE))) {
            if (Files.isSymbolicLink(each)) {
                throw new IllegalArgumentException(
                        "%s is a symbolic link; use the folder that it leads to".formatted(each));
            }
        }
    }

    /// Refuse files that are symbolic links: writing one would change a file elsewhere.
    void refuseLinks(Stream<String> names) {
        names.map(path::resolve).filter(Files::isSymbolicLink).findFirst().ifPresent(link -> {
            throw new IllegalArgumentException("%s is a symbolic link; remove it".formatted(link));
        });
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(entry -> entry.endsWith(FolderLock.FILE));
        }
    }

    Path path() {
        return path;
    }

    /// Read the state of a workflow; a new one if the folder has none.
    FlowState state(String flow) {
        if (!Files.exists(path.resolve(STATE))) {
            return FlowState.of(flow);
        }
        FlowState state = read(path);
        if (!state.flow().equals(flow)) {
            throw new IllegalArgumentException("%s holds the flow %s; choose another folder for %s with --output"
                    .formatted(path, state.flow(), flow));
        }
        return state;
    }

    private static FlowState read(Path path) {
        Path file = path.resolve(STATE);
        Object json;
        try {
            json = JsonFile.read(file);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + "; restore it, or begin again in another folder", e);
        }
        try {
            return FlowState.of(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s %s; restore it, or begin again in another folder".formatted(file, e.getMessage()), e);
        }
    }

    void write(FlowState state) {
        JsonFile.write(path.resolve(STATE), state.json());
    }

    /// Return the files that are no longer as they were written.
    List<String> changed(FlowState state) {
        return state.files().entrySet().stream()
                .filter(file -> !Objects.equals(hash(file.getKey()), file.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private String hash(String name) {
        Path file = path.resolve(name);
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Sha256.of(Files.readAllBytes(file)) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    /// Return the lines of a file; none if it is gone.
    List<String> lines(String name) {
        Path file = path.resolve(name);
        try {
            return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    /// Write a file, and return its hash. One that somebody else has put there, or changed, is kept beside it as
    /// `NAME.orig`.
    ///
    /// @param known hash of each file that was written before
    String write(String name, byte[] content, Map<String, String> known) {
        Path file = path.resolve(name);
        for (Path each = file; each != null && !each.equals(path); each = each.getParent()) {
            if (Files.isSymbolicLink(each)) {
                throw new IllegalArgumentException("%s is a symbolic link; remove it".formatted(each));
            }
        }
        String hash = Sha256.of(content);
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            String found = hash(name);
            boolean isTheirs = !found.equals(hash) && !found.equals(known.get(name));
            if (isTheirs && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(file, free(name + ".orig"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
        SafeFile.write(file, out -> out.write(content));
        return hash;
    }

    private Path free(String name) {
        Path free = path.resolve(name);
        for (int i = 2; Files.exists(free, LinkOption.NOFOLLOW_LINKS); i++) {
            free = path.resolve(name + i);
        }
        return free;
    }

    /// Let others use the folder; one that was made for nothing is removed.
    @Override
    public void close() {
        lock.close();
        if (isNew && !Files.exists(path.resolve(STATE))) {
            try {
                Files.deleteIfExists(path.resolve(FolderLock.FILE));
                Files.deleteIfExists(path);
            } catch (IOException _) {
                return; // somebody else has put something into it
            }
        }
    }
}
