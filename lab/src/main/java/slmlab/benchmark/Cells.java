package slmlab.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.file.JsonFile;

/// All cells, in the order of their tables.
public record Cells(List<Cell> all) {

    public Cells {
        List<String> twice = all.stream()
                .collect(Collectors.groupingBy(cell -> cell.env() + " " + cell.name(), Collectors.counting()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() > 1)
                .map(entry -> entry.getKey())
                .toList();
        if (!twice.isEmpty()) {
            throw new IllegalArgumentException("cells with the same env, spec and frames: %s".formatted(twice));
        }
        all = List.copyOf(all);
    }

    /// Return our own list: SLM-Lab's published tables, and what we ask of our specs.
    public static Cells bundled() {
        try (InputStream in = Objects.requireNonNull(Cells.class.getResourceAsStream("cells.json"))) {
            return new Cells(List.of(JsonFile.read(in, Cell[].class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Read another list; an [IllegalArgumentException] says what is wrong with it.
    public static Cells read(Path file) {
        Cell[] cells = JsonFile.read(file, Cell[].class);
        for (Cell cell : cells) {
            boolean isWhole = Stream.of(cell.table(), cell.env(), cell.algorithm(), cell.file(), cell.spec())
                    .allMatch(Objects::nonNull);
            if (!isWhole || cell.frames() < 1 || cell.sessions() < 1) {
                throw new IllegalArgumentException(
                        "%s: a cell needs table, env, algorithm, file, spec, frames and sessions; this has not: %s"
                                .formatted(file, JsonFile.line(cell)));
            }
        }
        return new Cells(List.of(cells));
    }

    /// Return the cells of a run's spec in its env, whatever their budget. A run with the values that a cell sets
    /// belongs to that cell and not to one that sets less.
    public List<Cell> of(RunEvidence run) {
        List<Cell> own = all.stream()
                .filter(cell -> cell.env().equals(run.env()) && run.isOf(cell.file(), cell.spec()))
                .toList();
        int most = own.stream()
                .filter(run::has)
                .mapToInt(cell -> cell.settings().size())
                .max()
                .orElse(-1);
        return own.stream()
                .filter(cell -> most < 0 || (run.has(cell) && cell.settings().size() == most))
                .toList();
    }
}
