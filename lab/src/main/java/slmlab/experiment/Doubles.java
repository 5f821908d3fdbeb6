package slmlab.experiment;

import java.util.Arrays;
import slmlab.report.Table;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Doubles as an array of whole numbers that keeps every bit, and tables of them.
final class Doubles {
    private static final int WINDOW = 100;

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
        to.put("rows", (long) table.size());
        if (cells.length > 0) {
            to.put("cells", array(cells));
        }
    }

    /// Add the rows that were saved.
    ///
    /// @param end how many columns stand after those that states of older versions lack
    static void load(Table table, State from, int end) {
        int rows = (int) from.whole("rows");
        double[] cells = rows == 0 ? new double[0] : of(from.array("cells"));
        int saved = rows == 0 ? 0 : cells.length / rows;
        for (int i = 0; i < rows; i++) {
            double[] row = new double[table.columns().size()];
            Arrays.fill(row, Double.NaN);
            System.arraycopy(cells, i * saved, row, 0, saved - end);
            System.arraycopy(cells, (i + 1) * saved - end, row, row.length - end, end);
            table.add(row);
        }
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
