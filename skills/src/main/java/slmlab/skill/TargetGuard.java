package slmlab.skill;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import slmlab.file.OutputFile;

/// Refuses a target that cannot or must not be written, before anything is.
final class TargetGuard {
    private TargetGuard() {}

    /// @throws IllegalArgumentException if a symbolic link is in the way
    /// @throws UncheckedIOException if a folder cannot be made or written
    static void check(Target target) {
        if (!Files.isDirectory(target.base())) {
            throw new IllegalArgumentException("there is no folder %s".formatted(target.base()));
        }
        Stream.concat(Stream.of(target.manifest()), target.instructions().stream())
                .forEach(file -> OwnFolder.link(target.base(), file).ifPresent(link -> {
                    throw new IllegalArgumentException("%s is a symbolic link, and nothing is written through one; %s"
                            .formatted(link, "put a file or folder in its place, or name another base with --dir"));
                }));
        checkFolder(target.folder());
        target.instructions().ifPresent(file -> {
            checkFolder(file.getParent() == null ? target.base() : file.getParent());
            if (Files.isDirectory(file)) {
                throw failed(file, new FileSystemException(file.toString(), null, "it is a folder"));
            }
        });
    }

    /// Check a folder, or the nearest one above it that is there.
    private static void checkFolder(Path folder) {
        Path at = folder;
        while (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) && at.getParent() != null) {
            at = at.getParent();
        }
        if (!Files.isDirectory(at)) {
            throw failed(folder, new FileAlreadyExistsException(at.toString()));
        }
        if (!Files.isWritable(at)) {
            throw failed(folder, new AccessDeniedException(at.toString()));
        }
    }

    private static UncheckedIOException failed(Path path, FileSystemException e) {
        return new UncheckedIOException("cannot write %s: %s".formatted(path, OutputFile.reason(e)), e);
    }
}
