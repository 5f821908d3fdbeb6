package slmlab.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Operations on whole folders.
public final class Folders {
    private Folders() {}

    /// Return the bytes of all files in a folder.
    public static long size(Path folder) {
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.mapToLong(
                            entry -> Files.isRegularFile(entry) ? entry.toFile().length() : 0)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, e.getMessage()), e);
        }
    }

    /// Delete a folder with all its content, if it exists.
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
