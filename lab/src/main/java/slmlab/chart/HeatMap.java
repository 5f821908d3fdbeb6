package slmlab.chart;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import slmlab.file.SafeFile;

/// A number for each place of a plane, as colors.
///
/// @param subtitle what the numbers are
/// @param x the lowest and the highest place from left to right
/// @param y the lowest and the highest place from bottom to top
/// @param columns of cells
/// @param cells a number each, row by row from the bottom; NaN for none
/// @param classes names of the numbers 0, 1, … where they are choices; empty where they are amounts
/// @param texts written into the cells, row by row from the bottom; empty for none. Then the axes have no numbers
public record HeatMap(
        String title,
        String subtitle,
        String xTitle,
        String yTitle,
        double[] x,
        double[] y,
        int columns,
        double[] cells,
        ColorScale scale,
        List<String> classes,
        List<String> texts) {
    private static final double EDGE = 28;
    private static final double TITLE = 26;
    private static final double TEXT = 18;
    private static final double AXIS_TITLE = 21;
    private static final double BAR = 22; // width of the bar of colors
    private static final int BAR_STEPS = 120;
    private static final double SEAM = 1.2; // cells overlap a little: no ground shows between them

    /// Draw it; throws a [ChartException] where nothing can be drawn.
    public void write(Path file, Look look) {
        byte[] figure;
        try {
            Size size = look.size();
            double scaled = size.scale();
            Canvas canvas =
                    look.format().canvas(size, scaled, title, look.theme().ground());
            paint(canvas, look.theme(), size.width() / scaled, size.height() / scaled);
            figure = canvas.finish();
        } catch (IOException | RuntimeException | Error e) { // AWT throws errors where one of its libraries is missing
            throw new ChartException(e);
        }
        SafeFile.write(file, out -> out.write(figure));
    }

    private int rows() {
        return cells.length / columns;
    }

    private void paint(Canvas canvas, Theme theme, double width, double height) {
        double bottom = height - EDGE;
        double right = width - EDGE;
        if (classes.isEmpty()) {
            right -= 5 * TEXT + BAR;
        } else {
            List<Legend.Entry> entries = new ArrayList<>();
            for (int i = 0; i < classes.size(); i++) {
                entries.add(new Legend.Entry(classes.get(i), i));
            }
            Legend legend = new Legend(width - 2 * EDGE, entries, theme);
            bottom -= legend.height(height);
            legend.draw(canvas, EDGE, bottom, height);
        }
        double top = EDGE + 2 * TITLE + 1.2 * TEXT;
        double left = EDGE + 1.6 * AXIS_TITLE + (texts.isEmpty() ? 4 * TEXT : 0);
        double below = 2 * AXIS_TITLE + (texts.isEmpty() ? 2 * TEXT : 0);
        Rectangle2D plot = new Rectangle2D.Double(left, top, right - left, bottom - below - top);
        double low = Arrays.stream(cells).filter(Double::isFinite).min().orElse(0);
        double high = Arrays.stream(cells).filter(Double::isFinite).max().orElse(1);
        double[] range = scale.range(low, high);
        drawCells(canvas, theme, plot, range);
        drawTitles(canvas, theme, plot, bottom);
        if (texts.isEmpty()) {
            drawPlaces(canvas, theme, plot);
        }
        if (classes.isEmpty()) {
            drawBar(canvas, theme, new Rectangle2D.Double(right + TEXT, top, BAR, plot.getHeight()), range);
        }
    }

    private void drawCells(Canvas canvas, Theme theme, Rectangle2D plot, double[] range) {
        double width = plot.getWidth() / columns;
        double height = plot.getHeight() / rows();
        for (int i = 0; i < cells.length; i++) {
            double cellX = plot.getX() + i % columns * width;
            double cellY = plot.getMaxY() - (i / columns + 1) * height;
            Color color = color(theme, cells[i], range);
            canvas.fill(new Rectangle2D.Double(cellX, cellY, width + SEAM, height + SEAM), color);
            if (!texts.isEmpty()) {
                double size = Math.min(2 * TEXT, height / 3);
                String text = Letters.fit(texts.get(i), size, width);
                Color ink = isBright(color) ? Color.BLACK : Color.WHITE;
                canvas.fill(Letters.shape(text, size, cellX + width / 2, cellY + height / 2 + 0.36 * size, 0.5), ink);
            }
        }
    }

    private Color color(Theme theme, double value, double[] range) {
        if (!Double.isFinite(value)) {
            return theme.grid();
        }
        if (!classes.isEmpty()) {
            return theme.curve((int) value);
        }
        return scale.color(range[1] > range[0] ? (value - range[0]) / (range[1] - range[0]) : 0.5);
    }

    private static boolean isBright(Color color) {
        return 0.3 * color.getRed() + 0.59 * color.getGreen() + 0.11 * color.getBlue() > 120;
    }

    private void drawTitles(Canvas canvas, Theme theme, Rectangle2D plot, double bottom) {
        Shape heading = Letters.shape(
                Letters.fit(title, TITLE, plot.getWidth()), TITLE, plot.getCenterX(), EDGE + 1.1 * TITLE, 0.5);
        canvas.fill(heading, theme.ink());
        canvas.stroke(heading, theme.ink(), 1.2);
        String what = Letters.fit(subtitle, TEXT, plot.getWidth());
        double remark = EDGE + 1.1 * TITLE + 1.6 * TEXT;
        canvas.fill(Letters.shape(what, TEXT, plot.getCenterX(), remark, 0.5), theme.faint());
        canvas.fill(Letters.shape(xTitle, AXIS_TITLE, plot.getCenterX(), bottom - 0.4 * AXIS_TITLE, 0.5), theme.ink());
        double side = EDGE + 0.8 * AXIS_TITLE;
        Shape level = Letters.shape(yTitle, AXIS_TITLE, side, plot.getCenterY(), 0.5);
        AffineTransform turn = AffineTransform.getRotateInstance(-Math.PI / 2, side, plot.getCenterY());
        canvas.fill(turn.createTransformedShape(level), theme.ink());
    }

    private void drawPlaces(Canvas canvas, Theme theme, Rectangle2D plot) {
        Axis across = axis(x, 8);
        for (double mark : across.marks()) {
            double at = plot.getX() + across.at(mark) * plot.getWidth();
            canvas.fill(Letters.shape(across.text(mark), TEXT, at, plot.getMaxY() + 1.6 * TEXT, 0.5), theme.faint());
        }
        Axis up = axis(y, 8);
        for (double mark : up.marks()) {
            double at = plot.getMaxY() - up.at(mark) * plot.getHeight();
            canvas.fill(
                    Letters.shape(up.text(mark), TEXT, plot.getX() - 0.6 * TEXT, at + 0.36 * TEXT, 1), theme.faint());
        }
    }

    private void drawBar(Canvas canvas, Theme theme, Rectangle2D bar, double[] range) {
        double step = bar.getHeight() / BAR_STEPS;
        for (int i = 0; i < BAR_STEPS; i++) {
            double at = bar.getMaxY() - (i + 1) * step;
            Rectangle2D piece = new Rectangle2D.Double(bar.getX(), at, bar.getWidth(), step + SEAM);
            canvas.fill(piece, scale.color((i + 0.5) / BAR_STEPS));
        }
        if (range[1] > range[0]) {
            Axis axis = axis(range, 8);
            for (double mark : axis.marks()) {
                double at = bar.getMaxY() - axis.at(mark) * bar.getHeight();
                canvas.fill(
                        Letters.shape(axis.text(mark), TEXT, bar.getMaxX() + 0.5 * TEXT, at + 0.36 * TEXT, 0),
                        theme.faint());
            }
        }
    }

    /// Return an axis without margins: cells fill it.
    private static Axis axis(double[] range, int most) {
        return new Axis(range[0], range[1], Axis.over(range[0], range[1], most).step());
    }
}
