package slmlab.board;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import slmlab.run.RunFolder;

/// The files of a run, and the way to one of them.
///
/// @param files all but those of resumable states
/// @param states bytes of all states
/// @param more how many files are not listed
record FileList(List<Entry> files, long states, int more) {
    private static final int MOST = 400;
    private static final int DEEPEST = 3;
    private static final Map<String, String> TYPES = Map.of(
            "png", "image/png",
            "svg", "text/plain; charset=utf-8", // an image that could hold scripts
            "json", "text/plain; charset=utf-8",
            "yaml", "text/plain; charset=utf-8",
            "csv", "text/plain; charset=utf-8",
            "log", "text/plain; charset=utf-8",
            "txt", "text/plain; charset=utf-8");

    /// @param name path in the run folder
    record Entry(String name, long size, long time) {}

    static FileList of(RunFolder run, Catalog catalog) throws IOException {
        List<Entry> files = new ArrayList<>();
        int more = 0;
        try (Stream<Path> all = Files.walk(run.path(), DEEPEST)) {
            for (Path file : all.sorted().toList()) {
                String name = run.path().relativize(file).toString().replace('\\', '/');
                if (!Files.isRegularFile(file)
                        || name.startsWith(".")
                        || name.startsWith("state/")
                        || !catalog.holds(file)) {
                    continue;
                }
                if (files.size() < MOST) {
                    files.add(new Entry(
                            name,
                            Files.size(file),
                            Files.getLastModifiedTime(file).toMillis()));
                } else {
                    more++;
                }
            }
        }
        Path states = run.path().resolve("state");
        return new FileList(files, Files.isDirectory(states) ? total(states) : 0, more);
    }

    /// Return the size of all files in a folder.
    static long total(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0)
                    .sum();
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /// Send a file that the list has.
    static void send(RunFolder run, Catalog catalog, String name, Context answer) throws IOException {
        boolean known = of(run, catalog).files.stream().anyMatch(file -> file.name.equals(name));
        if (!known) {
            throw new NotFoundResponse("the run has no such file");
        }
        Path file = run.path().resolve(name);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            answer.header("Content-Disposition", "attachment");
        }
        answer.contentType(Objects.requireNonNullElse(type, "application/octet-stream"))
                .result(Files.newInputStream(file));
    }
}
