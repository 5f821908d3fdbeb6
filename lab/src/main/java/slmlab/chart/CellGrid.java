package slmlab.chart;

import static slmlab.chart.Headed.EDGE;
import static slmlab.chart.Headed.TEXT;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.List;

/// Rows of colored cells with two lines of text each: what was done, and what came of it. Rows may differ in length.
///
/// @param subtitle what the colors are
public record CellGrid(String title, String subtitle, List<Row> rows) {
    private static final double CELL = 62;
    private static final double NARROWEST = 118;

    public record Row(String name, List<Cell> cells) {}

    /// @param share color: 0 for the lowest, 1 for the highest
    public record Cell(String above, String below, double share) {}

    private double names() {
        return rows.stream()
                        .mapToDouble(row -> Letters.width(row.name, TEXT))
                        .max()
                        .orElse(0)
                + TEXT;
    }

    /// Return the look of a figure as large as the cells need.
    public Look look(Format format, Theme theme) {
        int most = rows.stream().mapToInt(row -> row.cells.size()).max().orElse(1);
        double width = 2 * EDGE + names() + most * NARROWEST;
        double height = Headed.top() + rows.size() * CELL + EDGE;
        return new Look(
                format,
                new Size((int) Math.clamp(width, 700, 10_000), (int) Math.clamp(height, 300, 10_000)),
                theme,
                true);
    }

    /// Draw it; throws a [ChartException] where nothing can be drawn.
    public void write(Path file, Look look) {
        Headed.write(file, look, title, subtitle, this::paint);
    }

    private void paint(Canvas canvas, Theme theme, Size size) {
        double left = EDGE + names();
        double y = Headed.top();
        for (Row row : rows) {
            canvas.fill(Letters.shape(row.name, TEXT, left - TEXT, y + CELL / 2 + 0.36 * TEXT, 1), theme.ink());
            double width = (size.width() - EDGE - left) / row.cells.size();
            for (int i = 0; i < row.cells.size(); i++) {
                paint(canvas, theme, row.cells.get(i), left + i * width, y, width);
            }
            y += CELL;
        }
    }

    private static void paint(Canvas canvas, Theme theme, Cell cell, double x, double y, double width) {
        Color color = Double.isFinite(cell.share) ? ColorScale.RISING.color(cell.share) : theme.grid();
        boolean bright = 0.3 * color.getRed() + 0.59 * color.getGreen() + 0.11 * color.getBlue() > 120;
        Color ink = bright ? Color.BLACK : Color.WHITE;
        canvas.fill(new Rectangle2D.Double(x + 1, y + 1, width - 2, CELL - 2), color);
        double middle = x + width / 2;
        canvas.fill(Letters.shape(Letters.fit(cell.above, TEXT, width - 6), TEXT, middle, y + 24, 0.5), ink);
        canvas.fill(Letters.shape(Letters.fit(cell.below, TEXT, width - 6), TEXT, middle, y + 48, 0.5), ink);
    }
}
