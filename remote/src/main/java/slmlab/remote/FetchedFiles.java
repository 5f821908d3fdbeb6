package slmlab.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import slmlab.file.JsonFile;

/// The SHA-256 of each file that was fetched, by its path: tells whether a folder was changed here since.
///
/// @param hashes by paths that begin with the name of the run folder
record FetchedFiles(Map<?, ?> hashes) {

    /// Read the list; an empty one if there is none.
    static FetchedFiles read(Path file) {
        return new FetchedFiles(
                Files.exists(file) && JsonFile.read(file) instanceof Map<?, ?> known ? known : Map.of());
    }

    static FetchedFiles of(RunListing listing) {
        Map<String, String> hashes = new TreeMap<>();
        listing.files().forEach((path, entry) -> hashes.put(path, entry.hash()));
        return new FetchedFiles(hashes);
    }

    void write(Path file) {
        JsonFile.write(file, hashes);
    }

    /// Write the list of the files of one folder as they are now.
    static void write(Path file, Path run) {
        Map<String, String> hashes = new TreeMap<>();
        for (Path each : files(run)) {
            hashes.put(key(run, each), FileSum.of(each));
        }
        JsonFile.write(file, hashes);
    }

    /// Whether a folder has a file that is not in the list as it is.
    boolean isChanged(Path run) {
        return files(run).stream().anyMatch(file -> !FileSum.of(file).equals(hashes.get(key(run, file))));
    }

    private static String key(Path run, Path file) {
        return run.getFileName() + "/" + run.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files(Path run) {
        try (Stream<Path> files = Files.walk(run)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(run, e.getMessage()), e);
        }
    }
}
