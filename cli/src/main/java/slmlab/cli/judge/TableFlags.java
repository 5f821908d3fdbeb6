package slmlab.cli.judge;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.benchmark.Cells;
import slmlab.benchmark.Results;
import slmlab.cli.SpecPaths;

/// Flags of the table of scores.
public final class TableFlags {
    @Option(
            names = "--docs",
            paramLabel = "DIR",
            description = "folder of BENCHMARKS.md, results and plots (default: ${DEFAULT-VALUE})")
    private Path docs = Path.of("docs");

    @Option(
            names = "--cells",
            paramLabel = "FILE",
            description = "JSON file of custom cells (default: SLM-Lab's tables and our bars)")
    private @Nullable Path cells;

    @Option(
            names = "--specs",
            paramLabel = "DIR",
            description = "folder of the spec files that cells name (default: the project's spec)")
    private @Nullable Path specs;

    /// Return the folder; an [IllegalArgumentException] says that it is not there.
    public Results results() {
        if (!Files.isDirectory(docs)) {
            throw new IllegalArgumentException(
                    "there is no folder %s; run this in the project's folder, or name it with --docs".formatted(docs));
        }
        return new Results(docs);
    }

    /// Return the folder of the spec files that cells name.
    Path specs() {
        return specs == null ? SpecPaths.shipped() : specs;
    }

    /// Return the cells of the table.
    public Cells cells() {
        return cells == null ? Cells.bundled() : Cells.read(cells);
    }
}
