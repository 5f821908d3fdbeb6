package slmlab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rows of a benchmark, printed and written as they are measured: a benchmark takes minutes, and one that ends
/// early keeps what it has.
final class RowLog {
    private final PrintWriter out;
    private final @Nullable Path json;
    private final List<Row> rows = new ArrayList<>();

    /// @param json file that has all rows after each; null for none
    RowLog(PrintWriter out, @Nullable Path json) {
        this.out = out;
        this.json = json;
    }

    void add(Row row) {
        rows.add(row);
        out.println(row.line());
        out.flush();
        if (json != null) {
            try {
                Files.writeString(
                        json, rows.stream().map(Row::json).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n")));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write %s: %s".formatted(json, e.getMessage()), e);
            }
        }
    }

    /// Print why a row has no numbers.
    void skip(String name, String why) {
        out.println("%-30s %s".formatted(name, why));
        out.flush();
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }
}
