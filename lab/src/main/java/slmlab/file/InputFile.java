package slmlab.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file to read. A device has no end and a named pipe may have no writer, so neither is read, except those
/// that the shell has opened: `/dev/stdin`, `/dev/fd/63`.
public final class InputFile {
    private InputFile() {}

    /// Return why a file cannot be read, as the end of a sentence that begins with its name; null if it can.
    public static @Nullable String problem(Path file) {
        if (file.toString().isEmpty()) {
            return "is not a valid file name";
        }
        if (Streams.contain(file)) {
            return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? null : "is not open";
        }
        if (Files.notExists(file)) {
            return Files.isSymbolicLink(file) ? "is a symbolic link to a missing file" : "does not exist";
        }
        if (Files.isDirectory(file)) {
            return "is a folder; name a file in it";
        }
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            return "is a circular symbolic link, or leads to a place without permission";
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return "is a device, a pipe or a socket; save its content as a file, or pass it as /dev/stdin";
        }
        return Files.isReadable(file) ? null : "cannot be read; check its permissions";
    }

    /// Open a file that has no [#problem].
    public static InputStream open(Path file) throws IOException {
        return Streams.input(file);
    }

    /// Return whether the shell has opened it, so that its name says nothing about its type.
    public static boolean isStream(Path file) {
        return Streams.contain(file);
    }
}
