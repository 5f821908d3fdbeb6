package slmlab.skill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.OutputFile;
import slmlab.file.SafeFile;

/// FolderChanges files below a folder, and follows no symbolic link to get to them.
final class OwnFolder {
    private static final String KEPT = ".orig";

    private OwnFolder() {}

    /// Return the first symbolic link on the way from a folder, which may be one itself, to a path.
    static Optional<Path> link(Path folder, Path path) {
        Path at = folder;
        for (Path name : folder.relativize(path)) {
            at = at.resolve(name);
            if (Files.isSymbolicLink(at)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /// Return whether there is something of that name, if only a broken link.
    static boolean has(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// Return the files and links below a folder.
    static List<Path> below(Path folder) {
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.filter(entry -> !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (IOException e) {
            throw failed("read", folder, e);
        }
    }

    /// Return the content of a file that is no link; null if there is none.
    static byte @Nullable [] content(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw failed("read", file, e);
        }
    }

    static void write(Path file, byte[] bytes) {
        createFolders(file.getParent());
        SafeFile.write(file, out -> out.write(bytes));
    }

    static void createFolders(@Nullable Path folder) {
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw failed("create", folder, e);
        }
    }

    /// Return a name for a file that is kept beside ours; no file has it yet.
    static Path beside(Path file) {
        Path kept = file.resolveSibling(file.getFileName() + KEPT);
        for (int i = 2; has(kept); i++) {
            kept = file.resolveSibling("%s%s.%s".formatted(file.getFileName(), KEPT, i));
        }
        return kept;
    }

    /// Return whether a file has been kept beside ours.
    static boolean isKept(Path file) {
        return String.valueOf(file.getFileName()).matches(".+\\.orig(\\.\\d+)?");
    }

    static void move(Path file, Path to) {
        try {
            Files.move(file, to);
        } catch (IOException e) {
            throw failed("move", file, e);
        }
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed("delete", file, e);
        }
    }

    /// Delete a folder and those above it, as far as they are empty.
    ///
    /// @param last where to stop; it stays
    static void deleteEmpty(@Nullable Path folder, Path last) {
        for (Path at = folder; at != null && at.startsWith(last) && !at.equals(last); at = at.getParent()) {
            try (Stream<Path> entries = Files.list(at)) {
                if (Files.isSymbolicLink(at) || entries.findAny().isPresent()) {
                    return;
                }
                Files.delete(at);
            } catch (IOException _) {
                return; // an empty folder that stays does no harm
            }
        }
    }

    private static UncheckedIOException failed(String verb, @Nullable Path path, IOException e) {
        return new UncheckedIOException("cannot %s %s: %s".formatted(verb, path, OutputFile.reason(e)), e);
    }
}
