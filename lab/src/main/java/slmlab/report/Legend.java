package slmlab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;

/// Legend under a chart: the name of each curve beside a piece of its line, as many in a row as fit.
final class Legend {
    private static final int SIZE = 19;
    private static final int ROW = 33;
    private static final int MOST_ROWS = 14; // more would leave no room for the chart
    private static final int PIECE = 30;
    private static final int GAP = 12; // between a line and its name
    private static final int SPACE = 30; // between two entries

    private final double width;
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(String label, Color color) {

        double width() {
            return PIECE + GAP + Letters.width(label, SIZE);
        }
    }

    Legend(double width) {
        this.width = width;
    }

    void add(String label, Color color) {
        entries.add(new Entry(Letters.fit(label, SIZE, width - PIECE - GAP), color));
    }

    double height() {
        return ROW * Math.min(rows().size(), MOST_ROWS);
    }

    void draw(Graphics2D canvas, double left, double top) {
        List<List<Entry>> rows = rows();
        if (rows.size() > MOST_ROWS) {
            List<List<Entry>> rest = rows.subList(MOST_ROWS - 1, rows.size());
            int hidden = rest.stream().mapToInt(List::size).sum();
            rows = new ArrayList<>(rows.subList(0, MOST_ROWS - 1));
            rows.add(List.of(new Entry("and " + hidden + " more", Color.WHITE)));
        }
        double baseline = top + 0.75 * ROW;
        for (List<Entry> row : rows) {
            double x = left + (width - width(row)) / 2;
            for (Entry entry : row) {
                canvas.setStroke(new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
                canvas.setColor(entry.color);
                canvas.draw(new Line2D.Double(x, baseline - 0.36 * SIZE, x + PIECE, baseline - 0.36 * SIZE));
                canvas.setColor(Chart.INK);
                canvas.fill(Letters.shape(entry.label, SIZE, x + PIECE + GAP, baseline, 0));
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
