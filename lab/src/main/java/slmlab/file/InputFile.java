package slmlab.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file to read. A device has no end and a named pipe may have no writer, so neither is read; what the shell has
/// opened is: `/dev/stdin`, `/dev/fd/63`.
public final class InputFile {
    private InputFile() {}

    /// Say why a file cannot be read, to be read after its name; null if it can.
    public static @Nullable String problem(Path file) {
        if (file.toString().isEmpty()) {
            return "is no name of a file";
        }
        if (Streams.contain(file)) {
            return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? null : "is not open";
        }
        if (Files.notExists(file)) {
            return Files.isSymbolicLink(file) ? "is a symbolic link that leads nowhere" : "does not exist";
        }
        if (Files.isDirectory(file)) {
            return "is a folder; name a file in it";
        }
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            return "is a symbolic link that leads in a circle, or to where you may not look";
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return "is a device, a pipe or a socket; save its text as a file, or hand it over as /dev/stdin";
        }
        return Files.isReadable(file) ? null : "cannot be read; check its permissions";
    }

    /// Open a file that has no [#problem].
    public static InputStream open(Path file) throws IOException {
        return Streams.input(file);
    }

    /// Whether it is what the shell has opened, so that its name says nothing of its kind.
    public static boolean isStream(Path file) {
        return Streams.contain(file);
    }
}
