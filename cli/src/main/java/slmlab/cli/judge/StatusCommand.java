package slmlab.cli.judge;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.benchmark.Cell;
import slmlab.benchmark.CellProgress;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.TextColumns;
import slmlab.run.RunFolder;

/// `slm-lab benchmark status`: which cells are done, running and open.
@Command(
        name = "status",
        header = "List the cells: done, running and open, with their goals.",
        footer = {"  slm-lab benchmark status", "  slm-lab benchmark status --only CartPole"})
final class StatusCommand extends InputCommand {
    @Mixin
    private final TableFlags table = new TableFlags();

    @Mixin
    private final DataFolder data = new DataFolder();

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "only cells that contain TEXT: an env, a spec, a table")
    private String only = "";

    @Override
    protected void run(PrintWriter out) {
        List<CellProgress> all = CellProgress.of(table.results(), table.cells(), RunFolder.all(data.path())).stream()
                .filter(each -> contains(each.cell()))
                .toList();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("--only %s matches no cell".formatted(only));
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ENV", "", "SPEC", "FRAMES", "SESSIONS", "TO REACH", "SCORE", "STATE"));
        all.forEach(each -> rows.add(row(each)));
        TextColumns.aligned(rows).forEach(out::println);
        out.println(Stream.of(CellProgress.Kind.values())
                .map(kind -> "%s %s"
                        .formatted(
                                all.stream().filter(each -> each.kind() == kind).count(),
                                kind.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", ")));
    }

    private boolean contains(Cell cell) {
        String text = String.join(" ", cell.table(), cell.env(), cell.algorithm(), cell.spec(), cell.file());
        return text.toLowerCase(Locale.ROOT).contains(only.toLowerCase(Locale.ROOT));
    }

    private List<String> row(CellProgress progress) {
        Cell cell = progress.cell();
        return List.of(
                cell.env(),
                cell.algorithm(),
                String.join(" ", cell.spec(), String.join(" ", cell.flags())).strip(),
                cell.budget(),
                Integer.toString(cell.sessions()),
                progress.goal(),
                progress.score(),
                progress.kind() == CellProgress.Kind.OPEN
                        ? "open: " + new CellSpec(cell, table.specs()).command()
                        : progress.state());
    }
}
