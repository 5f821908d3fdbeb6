package slmlab.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Writes whole files atomically, with [OutputFile].
public final class SafeFile {
    private SafeFile() {}

    /// Writes the content of a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Write a file, or leave the old one as it is; an [IllegalArgumentException] says if it is a folder, or if
    /// its folder is missing.
    public static void write(Path file, Content content) {
        try (OutputFile output = OutputFile.open(file)) {
            content.writeTo(output.stream());
            output.commit();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }
}
