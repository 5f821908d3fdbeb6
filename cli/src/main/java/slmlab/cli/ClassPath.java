package slmlab.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// The jars that Java was started with. Java ignores a file that is no jar or is truncated; someone who looks for an
/// env in it should hear of it.
final class ClassPath {
    private ClassPath() {}

    /// Return what is wrong with the class path, if anything.
    static Optional<String> problem() {
        return Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .flatMap(entry -> problem(Path.of(entry)).stream())
                .findFirst();
    }

    private static Optional<String> problem(Path entry) {
        if (!Files.isRegularFile(entry)) {
            return Optional.empty(); // a folder, or nothing
        }
        try (ZipFile _ = new ZipFile(entry.toFile())) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("--classpath: %s is no jar: %s".formatted(entry, e.getMessage()));
        }
    }
}
