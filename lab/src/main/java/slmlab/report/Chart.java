package slmlab.report;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// One picture: curves with bands under them. Text is drawn from [Letters], so it needs no fonts.
final class Chart {
    private static final int EDGE = 28;
    private static final int TITLE = 26;
    private static final int AXIS_TITLE = 21;
    private static final int MARK = 18;
    private static final int MARK_GAP = 14; // between a number and the plot
    private static final double LARGEST = 1e300; // larger numbers do not fit on an axis
    static final Color INK = new Color(0x2E3440);
    private static final Color FAINT = new Color(0x6B7280);
    private static final Color GRID = new Color(0xE8EAEE);
    static final double LINE = 3;
    private static final double GRID_WIDTH = 1.5;
    private static final double BOLD = 1.2;
    private static final int DOT = 10;
    private static final int BAND_ALPHA = 45;
    /// Distinguishable also for colour-blind readers.
    private static final Color[] PALETTE = {
        new Color(0x4C72B0), new Color(0xDD8452), new Color(0x55A868), new Color(0xC44E52),
        new Color(0x8172B3), new Color(0x937860), new Color(0xDA8BC3), new Color(0x64B5CD),
    };

    /// A line, or the closed outline of a band.
    private record Curve(boolean isBand, Color color, double[] x, double[] y) {}

    private final String title;
    private final String subtitle;
    private final String xTitle;
    private final String yTitle;
    private final List<Curve> curves = new ArrayList<>();
    private final List<Legend.Entry> entries = new ArrayList<>();
    private boolean hasLegend;

    /// @param subtitle what line and band are; may be empty
    Chart(String title, String subtitle, String xTitle, String yTitle) {
        this.title = title;
        this.subtitle = subtitle;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /// Fill a band from low to high; call it before [#line] of the same colour. Rows with a NaN are skipped.
    void band(int color, double[] x, double[] low, double[] high) {
        int[] rows = rows(x, low, high);
        int[] back = IntStream.range(0, rows.length)
                .map(i -> rows[rows.length - 1 - i])
                .toArray();
        Color line = color(color);
        Color fill = new Color(line.getRed(), line.getGreen(), line.getBlue(), BAND_ALPHA);
        curves.add(new Curve(true, fill, join(at(x, rows), at(x, back)), join(at(high, rows), at(low, back))));
    }

    /// Draw a curve; rows with a NaN are skipped. A single row is a dot.
    void line(int color, String label, double[] x, double[] y) {
        int[] rows = rows(x, y);
        if (rows.length > 0) {
            curves.add(new Curve(false, color(color), at(x, rows), at(y, rows)));
            entries.add(new Legend.Entry(label, color(color)));
        }
    }

    boolean isEmpty() {
        return curves.stream().allMatch(Curve::isBand);
    }

    void showLegend() {
        hasLegend = true;
    }

    /// Return the picture as a file.
    byte[] draw(Format format, Size size) throws IOException {
        double scale = size.scale();
        Canvas canvas = format.canvas(size, scale, title);
        paint(canvas, size.width() / scale, size.height() / scale);
        return canvas.finish();
    }

    private void paint(Canvas canvas, double width, double fullHeight) {
        double bottom = fullHeight - EDGE;
        if (hasLegend) {
            Legend legend = new Legend(width - 2 * EDGE, entries);
            bottom -= legend.height(fullHeight);
            legend.draw(canvas, EDGE, bottom, fullHeight);
        }
        double top = EDGE + 2 * TITLE + (subtitle.isEmpty() ? 0 : 1.2 * MARK);
        double height = bottom - 2 * AXIS_TITLE - 2 * MARK - top;
        Axis y = Axis.over(min(Curve::y), max(Curve::y), (int) Math.max(2, height / 65));
        double widest = Arrays.stream(y.marks())
                .map(mark -> Letters.width(y.text(mark), MARK))
                .max()
                .orElse(0);
        double left = EDGE + 1.6 * AXIS_TITLE + widest + MARK_GAP;
        Rectangle2D plot = new Rectangle2D.Double(left, top, width - EDGE - left, height);
        Axis x = Axis.over(Math.min(0, min(Curve::x)), max(Curve::x), (int) Math.max(2, plot.getWidth() / 85));
        drawGrid(canvas, plot, x, y);
        drawTitles(canvas, plot, bottom);
        for (Curve curve : curves) {
            draw(canvas, plot, x, y, curve);
        }
    }

    private static void drawGrid(Canvas canvas, Rectangle2D plot, Axis xAxis, Axis yAxis) {
        for (double mark : xAxis.marks()) {
            double x = plot.getX() + xAxis.at(mark) * plot.getWidth();
            canvas.stroke(new Line2D.Double(x, plot.getMinY(), x, plot.getMaxY()), GRID, GRID_WIDTH);
            canvas.fill(Letters.shape(xAxis.text(mark), MARK, x, plot.getMaxY() + MARK_GAP + MARK, 0.5), FAINT);
        }
        for (double mark : yAxis.marks()) {
            double y = plot.getMaxY() - yAxis.at(mark) * plot.getHeight();
            canvas.stroke(new Line2D.Double(plot.getMinX(), y, plot.getMaxX(), y), GRID, GRID_WIDTH);
            String text = yAxis.text(mark);
            canvas.fill(Letters.shape(text, MARK, plot.getX() - MARK_GAP, y + 0.36 * MARK, 1), FAINT);
        }
    }

    private void drawTitles(Canvas canvas, Rectangle2D plot, double bottom) {
        String heading = Letters.fit(title, TITLE, plot.getWidth());
        Shape bold = Letters.shape(heading, TITLE, plot.getCenterX(), EDGE + 1.1 * TITLE, 0.5);
        canvas.fill(bold, INK);
        canvas.stroke(bold, INK, BOLD);
        String below = Letters.fit(subtitle, MARK, plot.getWidth());
        canvas.fill(Letters.shape(below, MARK, plot.getCenterX(), EDGE + 1.1 * TITLE + 1.6 * MARK, 0.5), FAINT);
        canvas.fill(Letters.shape(xTitle, AXIS_TITLE, plot.getCenterX(), bottom - 0.4 * AXIS_TITLE, 0.5), INK);
        double x = EDGE + 0.8 * AXIS_TITLE;
        Shape level =
                Letters.shape(Letters.fit(yTitle, AXIS_TITLE, plot.getHeight()), AXIS_TITLE, x, plot.getCenterY(), 0.5);
        AffineTransform turn = AffineTransform.getRotateInstance(-Math.PI / 2, x, plot.getCenterY());
        canvas.fill(turn.createTransformedShape(level), INK);
    }

    private static void draw(Canvas canvas, Rectangle2D plot, Axis xAxis, Axis yAxis, Curve curve) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < curve.x.length; i++) {
            double x = plot.getX() + xAxis.at(curve.x[i]) * plot.getWidth();
            double y = plot.getMaxY() - yAxis.at(curve.y[i]) * plot.getHeight();
            if (i == 0) {
                path.moveTo(x, y);
            } else {
                path.lineTo(x, y);
            }
        }
        if (curve.isBand) {
            canvas.fill(path, curve.color);
        } else if (curve.x.length == 1) {
            Rectangle2D at = path.getBounds2D();
            canvas.fill(new Ellipse2D.Double(at.getX() - DOT / 2.0, at.getY() - DOT / 2.0, DOT, DOT), curve.color);
        } else {
            canvas.stroke(path, curve.color, LINE);
        }
    }

    private double min(Function<Curve, double[]> side) {
        return curves.stream().map(side).flatMapToDouble(Arrays::stream).min().orElse(0);
    }

    private double max(Function<Curve, double[]> side) {
        return curves.stream().map(side).flatMapToDouble(Arrays::stream).max().orElse(0);
    }

    private static Color color(int number) {
        return PALETTE[number % PALETTE.length];
    }

    /// Return the rows in which all columns have a number, up to the end of the shortest column.
    private static int[] rows(double[]... columns) {
        int size =
                Arrays.stream(columns).mapToInt(column -> column.length).min().orElse(0);
        return IntStream.range(0, size)
                .filter(i -> Arrays.stream(columns).allMatch(column -> Math.abs(column[i]) <= LARGEST))
                .toArray();
    }

    private static double[] at(double[] values, int[] rows) {
        return Arrays.stream(rows).mapToDouble(i -> values[i]).toArray();
    }

    private static double[] join(double[] first, double[] second) {
        return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }
}
