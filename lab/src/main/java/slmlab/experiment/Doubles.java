package slmlab.experiment;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import slmlab.report.Table;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Doubles as an array of whole numbers that keeps every bit, and tables of them.
final class Doubles {
    private static final int WINDOW = 100;
    private static final Set<String> NAMED_ONLY = Set.of("stale_kl"); // younger than the names in states

    private Doubles() {}

    static Array array(double[] values) {
        int[] bits = new int[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            long raw = Double.doubleToRawLongBits(values[i]);
            bits[2 * i] = (int) raw;
            bits[2 * i + 1] = (int) (raw >>> 32);
        }
        return Array.ofInts(Shape.of(values.length, 2), bits);
    }

    static double[] of(Array array) {
        int[] bits = array.ints();
        double[] values = new double[bits.length / 2];
        for (int i = 0; i < values.length; i++) {
            values[i] = Double.longBitsToDouble((bits[2 * i] & 0xFFFFFFFFL) | ((long) bits[2 * i + 1] << 32));
        }
        return values;
    }

    static void save(Table table, State to) {
        double[] cells = new double[table.size() * table.columns().size()];
        for (int i = 0; i < table.size(); i++) {
            double[] row = table.row(i);
            System.arraycopy(row, 0, cells, i * row.length, row.length);
        }
        byte[] names = String.join("\n", table.columns()).getBytes(StandardCharsets.UTF_8);
        to.put("columns", Array.ofBytes(Shape.of(names.length), names));
        to.put("rows", (long) table.size());
        if (cells.length > 0) {
            to.put("cells", array(cells));
        }
    }

    /// Add the rows that were saved; a column that they lack stays empty.
    ///
    /// @param end how many columns stand after those that states of older versions lack
    static void load(Table table, State from, int end) {
        int rows = (int) from.whole("rows");
        double[] cells = rows == 0 ? new double[0] : of(from.array("cells"));
        int width = rows == 0 ? 0 : cells.length / rows;
        List<String> saved = from.has("columns")
                ? List.of(new String(from.array("columns").bytes(), StandardCharsets.UTF_8).split("\n", -1))
                : unnamed(table.columns(), width, end);
        for (int i = 0; i < rows; i++) {
            double[] row = new double[table.columns().size()];
            Arrays.fill(row, Double.NaN);
            for (int k = 0; k < width; k++) {
                int at = table.columns().indexOf(saved.get(k));
                if (at >= 0) {
                    row[at] = cells[i * width + k];
                }
            }
            table.add(row);
        }
    }

    /// Return the columns of a state that does not name them: the first and the last of those that there were.
    private static List<String> unnamed(List<String> columns, int width, int end) {
        List<String> before =
                columns.stream().filter(name -> !NAMED_ONLY.contains(name)).toList();
        List<String> saved = new ArrayList<>(before.subList(0, Math.max(0, width - end)));
        saved.addAll(before.subList(before.size() - end, before.size()));
        return saved;
    }

    /// Compute the mean `total_reward` of the last 100 rows, including the one being added; NaNs are skipped.
    static double movingAverage(Table table, double newest) {
        double sum = Double.isNaN(newest) ? 0 : newest;
        int count = Double.isNaN(newest) ? 0 : 1;
        for (double earlier : table.last("total_reward", WINDOW - 1)) {
            if (!Double.isNaN(earlier)) {
                sum += earlier;
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }
}
