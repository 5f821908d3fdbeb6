package slmlab.chart;

import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;

/// Legend under a chart: the name of each curve beside a piece of its line, as many in a row as fit.
final class Legend {
    private static final int SIZE = 19;
    private static final int ROW = 33;
    private static final double MOST = 0.46; // of the height of the figure: more would leave no room for the chart
    private static final int PIECE = 30;
    private static final int GAP = 12; // between a line and its name
    private static final int NO_LINE = -1;
    private static final int SPACE = 30; // between two entries

    private final double width;
    private final Theme theme;
    private final List<Entry> entries;

    /// The name of a curve and the number of its color.
    record Entry(String label, int color) {

        private double width() {
            return PIECE + GAP + Letters.width(label, SIZE);
        }
    }

    Legend(double width, List<Entry> entries, Theme theme) {
        this.theme = theme;
        this.width = width;
        this.entries = entries.stream()
                .map(entry -> new Entry(Letters.fit(entry.label, SIZE, width - PIECE - GAP), entry.color))
                .toList();
    }

    /// @param full height of the figure
    double height(double full) {
        return ROW * Math.min(rows().size(), most(full));
    }

    private static int most(double full) {
        return (int) (MOST * full / ROW);
    }

    void draw(Canvas canvas, double left, double top, double full) {
        List<List<Entry>> rows = rows();
        int most = most(full);
        if (rows.size() > most) {
            List<List<Entry>> rest = rows.subList(most - 1, rows.size());
            int hidden = rest.stream().mapToInt(List::size).sum();
            rows = new ArrayList<>(rows.subList(0, most - 1));
            rows.add(List.of(new Entry("and " + hidden + " more", NO_LINE)));
        }
        double baseline = top + 0.75 * ROW;
        for (List<Entry> row : rows) {
            double x = left + (width - width(row)) / 2;
            for (Entry entry : row) {
                double middle = baseline - 0.36 * SIZE;
                if (entry.color != NO_LINE) {
                    Line2D piece = new Line2D.Double(x, middle, x + PIECE, middle);
                    canvas.stroke(piece, theme.curve(entry.color), Chart.LINE);
                }
                canvas.fill(Letters.shape(entry.label, SIZE, x + PIECE + GAP, baseline, 0), theme.ink());
                x += entry.width() + SPACE;
            }
            baseline += ROW;
        }
    }

    private List<List<Entry>> rows() {
        List<List<Entry>> rows = new ArrayList<>();
        for (Entry entry : entries) {
            if (rows.isEmpty() || width(rows.getLast()) + SPACE + entry.width() > width) {
                rows.add(new ArrayList<>());
            }
            rows.getLast().add(entry);
        }
        return rows;
    }

    private static double width(List<Entry> row) {
        return row.stream().mapToDouble(Entry::width).sum() + SPACE * (row.size() - 1);
    }
}
