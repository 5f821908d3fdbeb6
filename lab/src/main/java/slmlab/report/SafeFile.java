package slmlab.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;

/// Files that are written aside and then moved into place: nobody sees half of one, and a kill leaves the old one.
public final class SafeFile {
    private static final AtomicLong WRITTEN = new AtomicLong();

    private SafeFile() {}

    /// What goes into a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Write a file, or leave the old one as it is; an [IllegalArgumentException] says that its folder is missing.
    public static void write(Path file, Content content) {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder %s".formatted(folder));
        }
        Path aside = folder.resolve("%s.%s.%s.part"
                .formatted(target.getFileName(), ProcessHandle.current().pid(), WRITTEN.getAndIncrement()));
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(aside))) {
                content.writeTo(out);
            }
            Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s: %s".formatted(file, e.getMessage()), e);
        } finally {
            aside.toFile().delete(); // gone already unless writing failed
        }
    }
}
