package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import slmlab.report.RunFolder;
import slmlab.report.Table;

/// What two runs left, compared file by file.
public final class RunFiles {
    private static final List<String> TIMES = List.of("fps", "wall_t");

    private RunFiles() {}

    /// Tables but for their times, metrics and weights are the same to the last bit.
    public static void assertSame(RunFolder actual, RunFolder expected) {
        assertThat(names(actual)).isEqualTo(names(expected)).anyMatch(name -> name.endsWith("_ckpt-best.safetensors"));
        for (String name : names(expected)) {
            Path ours = actual.path().resolve(name);
            Path theirs = expected.path().resolve(name);
            if (name.endsWith(".csv")) {
                assertSame(Table.read(ours), Table.read(theirs), name);
            } else {
                assertThat(ours).hasSameBinaryContentAs(theirs);
            }
        }
    }

    /// Tables are the same but for their times.
    public static void assertSame(Table actual, Table expected, String name) {
        assertThat(actual.columns()).as(name).isEqualTo(expected.columns());
        for (String column : expected.columns()) {
            if (!TIMES.contains(column)) {
                assertThat(actual.column(column)).as("%s of %s", column, name).isEqualTo(expected.column(column));
            }
        }
    }

    /// The files of numbers, by their paths in the run folder.
    private static List<String> names(RunFolder folder) {
        return Stream.of("info", "model")
                .map(part -> folder.path().resolve(part))
                .flatMap(RunFiles::entries)
                .map(file -> folder.path().relativize(file).toString())
                .filter(name -> !name.endsWith(".part") && !name.endsWith(".tmp")) // what a kill left
                .sorted()
                .toList();
    }

    /// Deletes a folder and all in it.
    static void delete(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    private static Stream<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
