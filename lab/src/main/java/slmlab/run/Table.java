package slmlab.run;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import slmlab.file.Quoted;
import slmlab.file.SafeFile;

/// Numbers in named columns, to which rows are added: `session_df` and others.
///
/// On disk it is CSV as pandas writes it: a header line, no index, an empty cell for a missing number.
public final class Table {
    private final List<String> columns;
    private double[] cells; // [rows, columns], with room for more
    private int size;

    public Table(List<String> columns) {
        this.columns = List.copyOf(columns);
        Set<String> known = new HashSet<>();
        for (String column : columns) {
            if (column.isBlank() || column.matches("(?s).*[,\"\\r\\n].*") || !known.add(column)) {
                throw new IllegalArgumentException(
                        "column '%s' of %s: needs a unique name without comma, quote or line break"
                                .formatted(Quoted.text(column), Quoted.names(columns)));
            }
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a table needs at least one column");
        }
        this.cells = new double[16 * columns.size()];
    }

    public List<String> columns() {
        return columns;
    }

    /// Return the number of rows.
    public int size() {
        return size;
    }

    /// Add a row: one number per column, in their order, NaN for a missing one.
    public void add(double... row) {
        if (row.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of %s numbers; the columns are %s".formatted(row.length, columns));
        }
        int at = size * columns.size();
        if (at == cells.length) {
            cells = Arrays.copyOf(cells, 2 * at);
        }
        System.arraycopy(row, 0, cells, at, row.length);
        size++;
    }

    /// Remove the last row.
    public void removeLast() {
        if (size == 0) {
            throw new IllegalStateException("the table has no row");
        }
        size--;
    }

    /// Return a copy with the rows so far.
    public Table copy() {
        Table copy = new Table(columns);
        copy.cells = cells.clone();
        copy.size = size;
        return copy;
    }

    public boolean has(String column) {
        return columns.contains(column);
    }

    /// Return a copy of a column.
    public double[] column(String column) {
        int place = columns.indexOf(column);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "there is no column %s; there are %s".formatted(column, Quoted.names(columns)));
        }
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = cells[i * columns.size() + place];
        }
        return values;
    }

    /// Return the last `count` numbers of a column, or fewer if there are fewer.
    public double[] last(String column, int count) {
        int place = columns.indexOf(column);
        int from = Math.max(0, size - count);
        double[] values = new double[size - from];
        for (int i = 0; i < values.length; i++) {
            values[i] = cells[(from + i) * columns.size() + place];
        }
        return values;
    }

    /// Compute the mean of the last `count` numbers of a column, of which `newest` is to be the last; NaNs are
    /// skipped.
    public double movingAverage(String column, int count, double newest) {
        double sum = Double.isNaN(newest) ? 0 : newest;
        int known = Double.isNaN(newest) ? 0 : 1;
        for (double earlier : last(column, count - 1)) {
            if (!Double.isNaN(earlier)) {
                sum += earlier;
                known++;
            }
        }
        return known == 0 ? Double.NaN : sum / known;
    }

    /// Return a copy of a row.
    public double[] row(int index) {
        int width = columns.size();
        return Arrays.copyOfRange(cells, index * width, (index + 1) * width);
    }

    public void write(Path file) {
        byte[] text = Csv.text(this).getBytes(StandardCharsets.UTF_8);
        SafeFile.write(file, out -> out.write(text));
    }

    /// Read a file that [#write] or pandas wrote; an [IllegalArgumentException] names the line that is wrong.
    public static Table read(Path file) {
        return Csv.read(file);
    }

    /// Return the last number of a column in a file, however long the file is; empty if it has no row.
    public static OptionalDouble last(Path file, String column) {
        return Csv.last(file, column);
    }
}
