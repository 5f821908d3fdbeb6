package slmlab.experiment.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import slmlab.env.Rows;
import slmlab.run.Table;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// The rows of a table in a resumable state, bit for bit.
public final class TableState {
    private TableState() {}

    public static void save(Table table, State to) {
        double[] cells = new double[table.size() * table.columns().size()];
        for (int i = 0; i < table.size(); i++) {
            double[] row = table.row(i);
            System.arraycopy(row, 0, cells, i * row.length, row.length);
        }
        byte[] names = String.join("\n", table.columns()).getBytes(StandardCharsets.UTF_8);
        to.put("columns", Array.ofBytes(Shape.of(names.length), names));
        to.put("rows", (long) table.size());
        if (cells.length > 0) {
            to.put("cells", Rows.ofDoubles(cells));
        }
    }

    /// Add the rows that were saved. A run may have been resumed with other settings: a column that the rows lack
    /// stays empty.
    public static void load(Table table, State from) {
        int rows = (int) from.whole("rows");
        if (rows == 0) {
            return;
        }
        List<String> columns =
                List.of(new String(from.array("columns").bytes(), StandardCharsets.UTF_8).split("\n", -1));
        double[] cells = new double[rows * columns.size()];
        Rows.doubles(from.array("cells"), cells);
        for (int i = 0; i < rows; i++) {
            double[] row = new double[table.columns().size()];
            Arrays.fill(row, Double.NaN);
            for (int k = 0; k < columns.size(); k++) {
                int at = table.columns().indexOf(columns.get(k));
                if (at >= 0) {
                    row[at] = cells[i * columns.size() + k];
                }
            }
            table.add(row);
        }
    }
}
