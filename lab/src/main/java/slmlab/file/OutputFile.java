package slmlab.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A file that is written under a temporary name and moved into place when complete: nobody sees half of it,
/// and a kill leaves the old one.
///
/// ```java
/// try (OutputFile file = OutputFile.open(path)) {
///     file.stream().write(bytes);
///     file.commit(); // without it, nothing changes
/// }
/// ```
///
/// A symbolic link stays, and its target is replaced. A device, a pipe or `/dev/stdout` is written to directly.
public final class OutputFile implements AutoCloseable {
    private static final AtomicLong OPENED = new AtomicLong();
    private static final int MOST_LINKS = 40; // Linux's limit

    private final Path target;
    private final @Nullable Path aside; // null if it is written directly
    private final OutputStream stream;

    private OutputFile(Path target, @Nullable Path aside, OutputStream stream) {
        this.target = target;
        this.aside = aside;
        this.stream = stream;
    }

    /// Open a file for writing; an [IllegalArgumentException] says if it is a folder, or if its folder is
    /// missing.
    public static OutputFile open(Path file) throws IOException {
        return open(file, false);
    }

    /// Open a file that takes long to write: its temporary file is deleted if the process exits early. The JVM
    /// remembers each until then, so do not use it for thousands.
    public static OutputFile openLong(Path file) throws IOException {
        return open(file, true);
    }

    private static OutputFile open(Path file, boolean isLong) throws IOException {
        Path target = target(file);
        if (isDirect(target)) {
            return new OutputFile(target, null, new BufferedOutputStream(Streams.output(target)));
        }
        Path aside = aside(target);
        if (isLong) {
            aside.toFile().deleteOnExit(); // before it exists: a signal can come at any time
        }
        OutputStream stream = Files.newOutputStream(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new OutputFile(target, aside, new BufferedOutputStream(stream));
    }

    /// Throw an [IllegalArgumentException] that says why a file cannot be written, if so. Call it before long
    /// work.
    public static void check(Path file) {
        try {
            Path target = target(file);
            if (Files.exists(target) && !Files.isWritable(target) && !Streams.contain(target)) {
                throw new IllegalArgumentException("cannot write %s: permission denied".formatted(file));
            }
            if (!isDirect(target)) {
                Path aside = aside(target);
                Files.createFile(aside);
                Files.delete(aside);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write %s: %s".formatted(file, reason(e)), e);
        }
    }

    /// Return the stream to write to.
    public OutputStream stream() {
        return stream;
    }

    /// Finish the file: move it into place.
    public void commit() throws IOException {
        stream.close();
        if (aside != null) {
            Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /// Close it; without a commit, everything stays as it was.
    @Override
    public void close() throws IOException {
        try {
            stream.close();
        } finally {
            if (aside != null) {
                Files.deleteIfExists(aside); // already moved if it was committed
            }
        }
    }

    /// Return what went wrong with a file, without its name, which the message has already.
    public static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "there is no such file or folder";
            case FileAlreadyExistsException _ -> "a file of that name is in the way";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    /// Return the target of a path, links followed; it need not exist.
    private static Path target(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target) && !Streams.contain(target); links++) {
            if (links == MOST_LINKS) {
                throw new IllegalArgumentException("%s is a circular symbolic link".formatted(file));
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        if (Files.isDirectory(target)) {
            throw new IllegalArgumentException("%s is a folder; name a file in it".formatted(file));
        }
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder %s".formatted(folder));
        }
        return target;
    }

    private static boolean isDirect(Path target) {
        return Streams.contain(target) || (Files.exists(target) && !Files.isRegularFile(target));
    }

    private static Path aside(Path target) {
        return target.resolveSibling("%s.%s.%s.part"
                .formatted(target.getFileName(), ProcessHandle.current().pid(), OPENED.getAndIncrement()));
    }
}
