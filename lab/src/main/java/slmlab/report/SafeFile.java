package slmlab.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import slmlab.file.OutputFile;

/// Files that are written at once, as [OutputFile] writes them.
public final class SafeFile {
    private SafeFile() {}

    /// What goes into a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Write a file, or leave the old one as it is; an [IllegalArgumentException] says that it is a folder, or that
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
