package slmlab.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Links, pipes and other special files. Tests make their own and never name those of `/dev`: a test that fails
/// as root would replace what the whole machine uses.
public final class SpecialFiles {
    private SpecialFiles() {}

    public static Path namedPipe(Path file) throws IOException, InterruptedException {
        int code = new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
        if (code != 0) {
            throw new IOException("mkfifo ended with " + code);
        }
        return file;
    }

    /// Return a symbolic link to itself.
    public static Path circle(Path file) throws IOException {
        return Files.createSymbolicLink(file, file.getFileName());
    }
}
