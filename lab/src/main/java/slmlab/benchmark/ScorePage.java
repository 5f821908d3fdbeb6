package slmlab.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.file.SafeFile;

/// The score section of docs/BENCHMARKS.md, written from the results.
public final class ScorePage {
    static final String BEGIN =
            "<!-- scores: written by ./slm-lab benchmark report from docs/results; do not edit by hand -->";
    static final String END = "<!-- end of scores -->";
    private static final String HEADER = """
            | Env | | Spec | Frames | Sessions | `total_reward_ma` | Return | Worst | Evaluated | To reach | fps | Proof | Curve |
            |---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---|
            """;

    private ScorePage() {}

    /// Write the section again; return how many rows it has.
    ///
    /// @throws IllegalArgumentException if a result has no proof or no cell: all of them at once, nothing is
    /// written
    public static int write(Results results, Cells cells) {
        Map<Cell, Result> rows = rows(results, cells.all(), cells);
        Around around = Around.of(page(results));
        String written = around.before() + BEGIN + "\n" + section(results, cells, rows) + around.after();
        SafeFile.write(page(results), out -> out.write(written.getBytes(StandardCharsets.UTF_8)));
        return rows.size();
    }

    /// Refuse what [#write] would refuse.
    public static void check(Results results, Cells cells) {
        rows(results, cells.all(), cells);
        Around.of(page(results));
    }

    /// Refuse, before a result of a cell is written, what would refuse it afterwards: the other results and the
    /// page.
    public static void check(Results results, Cells cells, Cell coming) {
        rows(results, cells.all().stream().filter(cell -> !cell.equals(coming)).toList(), cells);
        Around.of(page(results));
    }

    private static Path page(Results results) {
        return results.docs().resolve("BENCHMARKS.md");
    }

    /// What stands around the scores on the page.
    private record Around(String before, String after) {

        static Around of(Path page) {
            String text = text(page);
            int begin = text.indexOf(BEGIN);
            int end = text.indexOf(END);
            if (begin < 0 || end < begin) {
                throw new IllegalArgumentException(
                        "%s has no place for the scores; needs the lines\n  %s\n  %s".formatted(page, BEGIN, END));
            }
            return new Around(text.substring(0, begin), text.substring(end));
        }
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(page, e.getMessage()), e);
        }
    }

    /// Read the results of some of the cells; refuse files that belong to none of all.
    private static Map<Cell, Result> rows(Results results, List<Cell> some, Cells all) {
        Map<Cell, Result> rows = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (Cell cell : some) {
            try {
                results.of(cell).ifPresent(result -> rows.put(cell, result));
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        Set<Path> known = all.all().stream().map(results::file).collect(Collectors.toSet());
        for (Path file : files(results.docs().resolve("results"))) {
            if (!known.contains(file)) {
                problems.add("%s belongs to no cell".formatted(file));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n  ", problems));
        }
        return rows;
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, e), e);
        }
    }

    private static String section(Results results, Cells cells, Map<Cell, Result> rows) {
        StringBuilder text = new StringBuilder();
        List<String> open = new ArrayList<>();
        for (String table : cells.all().stream().map(Cell::table).distinct().toList()) {
            List<Cell> all = cells.all().stream()
                    .filter(cell -> cell.table().equals(table))
                    .toList();
            List<Cell> done = all.stream().filter(rows::containsKey).toList();
            if (done.size() < all.size()) {
                open.add("%s %s of %s".formatted(table, all.size() - done.size(), all.size()));
            }
            if (!done.isEmpty()) {
                text.append("\n### Scores: %s\n\n".formatted(table)).append(HEADER);
                rows.forEach((cell, result) -> {
                    if (cell.table().equals(table)) {
                        text.append(row(results, cell, result));
                    }
                });
            }
        }
        return text.append(
                        open.isEmpty() ? "" : "\nCells that are still open: %s.\n".formatted(String.join(", ", open)))
                .append('\n')
                .toString();
    }

    private static String row(Results results, Cell cell, Result result) {
        Goal goal = Goal.of(cell);
        Result.Evaluation evaluation = result.evaluation();
        return "| %s | %s | `%s`%s | %s | %s | %s | %s | %s | %s | %s | %s | [%s](%s)%s | [curve](%s) |\n"
                .formatted(
                        cell.env(),
                        cell.algorithm(),
                        cell.spec(),
                        cell.settings().isEmpty() ? "" : " with `" + String.join(" ", cell.flags()) + "`",
                        cell.budget(),
                        result.agents() == cell.sessions() ? cell.sessions() : cell.sessions() + ", one agent",
                        result.averages(),
                        result.returns(),
                        number(goal.judged(result).worst()),
                        evaluation == null ? "–" : number(evaluation.mean()),
                        goal.words() + goal.verdict(result),
                        fps(result.fps()),
                        result.provenance()
                                .commit()
                                .substring(
                                        0,
                                        Math.min(7, result.provenance().commit().length())),
                        relative(results, results.file(cell)),
                        result.link() == null ? "" : ", [run](%s)".formatted(result.link()),
                        result.plot());
    }

    private static String relative(Results results, Path file) {
        return results.docs().relativize(file).toString().replace('\\', '/');
    }

    /// Return a score with as many decimals as it deserves: 9,815, 498.9, −0.53.
    static String number(double value) {
        double size = Math.abs(value);
        String text = String.format(Locale.ROOT, size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : "%.2f", value);
        return text.replace('-', '−');
    }

    private static String fps(double[] sessions) {
        double mean = Arrays.stream(sessions).average().orElse(Double.NaN);
        return mean >= 10_000
                ? String.format(Locale.ROOT, "%.0f k", mean / 1000)
                : String.format(Locale.ROOT, "%,.0f", mean);
    }
}
