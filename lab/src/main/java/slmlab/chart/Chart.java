package slmlab.chart;

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

/// One figure: curves with bands under them. Text is drawn from [Letters], so it needs no fonts.
public final class Chart {
    private static final int EDGE = 28;
    private static final int TITLE = 26;
    private static final int AXIS_TITLE = 21;
    private static final int MARK = 18;
    private static final int MARK_GAP = 14; // between a number and the plot
    private static final double LARGEST = 1e300; // larger numbers do not fit on an axis
    static final double LINE = 3;
    private static final double GRID_WIDTH = 1.5;
    private static final double BOLD = 1.2;
    private static final int DOT = 10;
    private static final double RAW_LINE = 1.4;

    private enum Kind {
        BAND,
        RAW,
        LINE
    }

    /// A line, or the closed outline of a band.
    private record Curve(Kind kind, int color, double[] x, double[] y) {}

    private final String title;
    private final String subtitle;
    private final String xTitle;
    private final String yTitle;
    private final List<Curve> curves = new ArrayList<>();
    private final List<Legend.Entry> entries = new ArrayList<>();
    private boolean beginsAnywhere;

    /// @param subtitle what line and band are; may be empty
    public Chart(String title, String subtitle, String xTitle, String yTitle) {
        this.title = title;
        this.subtitle = subtitle;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /// Fill a band from low to high; call it before [#line] of the same color. Rows with a NaN are skipped.
    public void band(int color, double[] x, double[] low, double[] high) {
        int[] rows = rows(x, low, high);
        int[] back = IntStream.range(0, rows.length)
                .map(i -> rows[rows.length - 1 - i])
                .toArray();
        curves.add(new Curve(Kind.BAND, color, join(at(x, rows), at(x, back)), join(at(high, rows), at(low, back))));
    }

    /// Draw a curve; rows with a NaN are skipped. A single row is a dot.
    ///
    /// @param label name in the legend; empty for none
    public void line(int color, String label, double[] x, double[] y) {
        int[] rows = rows(x, y);
        if (rows.length > 0) {
            curves.add(new Curve(Kind.LINE, color, at(x, rows), at(y, rows)));
            if (!label.isEmpty()) {
                entries.add(new Legend.Entry(label, color));
            }
        }
    }

    /// Draw a thin line under [#line] of the same color; rows with a NaN are skipped.
    public void raw(int color, double[] x, double[] y) {
        int[] rows = rows(x, y);
        if (rows.length > 1) {
            curves.add(new Curve(Kind.RAW, color, at(x, rows), at(y, rows)));
        }
    }

    /// Let the horizontal axis begin with the first number, as returns do; that of frames begins with 0.
    public void beginAnywhere() {
        beginsAnywhere = true;
    }

    public boolean isEmpty() {
        return curves.stream().noneMatch(curve -> curve.kind == Kind.LINE);
    }

    /// Return the figure as a file.
    public byte[] draw(Look look) throws IOException {
        Size size = look.size();
        double scale = size.scale();
        Canvas canvas = look.format().canvas(size, scale, title, look.theme().ground());
        paint(canvas, look, size.width() / scale, size.height() / scale);
        return canvas.finish();
    }

    /// Draw on a part of a larger figure.
    public void paint(Canvas canvas, Look look, double width, double fullHeight) {
        Theme theme = look.theme();
        double bottom = fullHeight - EDGE;
        if (look.legend()) {
            Legend legend = new Legend(width - 2 * EDGE, entries, theme);
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
        double first = beginsAnywhere ? min(Curve::x) : Math.min(0, min(Curve::x));
        Axis x = Axis.over(first, max(Curve::x), (int) Math.max(2, plot.getWidth() / 85));
        drawGrid(canvas, theme, plot, x, y);
        drawTitles(canvas, theme, plot, bottom);
        for (Curve curve : curves) {
            draw(canvas, theme, plot, x, y, curve);
        }
    }

    private static void drawGrid(Canvas canvas, Theme theme, Rectangle2D plot, Axis xAxis, Axis yAxis) {
        for (double mark : xAxis.marks()) {
            double x = plot.getX() + xAxis.at(mark) * plot.getWidth();
            canvas.stroke(new Line2D.Double(x, plot.getMinY(), x, plot.getMaxY()), theme.grid(), GRID_WIDTH);
            canvas.fill(Letters.shape(xAxis.text(mark), MARK, x, plot.getMaxY() + MARK_GAP + MARK, 0.5), theme.faint());
        }
        for (double mark : yAxis.marks()) {
            double y = plot.getMaxY() - yAxis.at(mark) * plot.getHeight();
            canvas.stroke(new Line2D.Double(plot.getMinX(), y, plot.getMaxX(), y), theme.grid(), GRID_WIDTH);
            String text = yAxis.text(mark);
            canvas.fill(Letters.shape(text, MARK, plot.getX() - MARK_GAP, y + 0.36 * MARK, 1), theme.faint());
        }
    }

    private void drawTitles(Canvas canvas, Theme theme, Rectangle2D plot, double bottom) {
        String heading = Letters.fit(title, TITLE, plot.getWidth());
        Shape bold = Letters.shape(heading, TITLE, plot.getCenterX(), EDGE + 1.1 * TITLE, 0.5);
        canvas.fill(bold, theme.ink());
        canvas.stroke(bold, theme.ink(), BOLD);
        String below = Letters.fit(subtitle, MARK, plot.getWidth());
        canvas.fill(Letters.shape(below, MARK, plot.getCenterX(), EDGE + 1.1 * TITLE + 1.6 * MARK, 0.5), theme.faint());
        canvas.fill(Letters.shape(xTitle, AXIS_TITLE, plot.getCenterX(), bottom - 0.4 * AXIS_TITLE, 0.5), theme.ink());
        double x = EDGE + 0.8 * AXIS_TITLE;
        Shape level =
                Letters.shape(Letters.fit(yTitle, AXIS_TITLE, plot.getHeight()), AXIS_TITLE, x, plot.getCenterY(), 0.5);
        AffineTransform turn = AffineTransform.getRotateInstance(-Math.PI / 2, x, plot.getCenterY());
        canvas.fill(turn.createTransformedShape(level), theme.ink());
    }

    private static void draw(Canvas canvas, Theme theme, Rectangle2D plot, Axis xAxis, Axis yAxis, Curve curve) {
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
        switch (curve.kind) {
            case BAND -> canvas.fill(path, theme.band(curve.color));
            case RAW -> canvas.stroke(path, theme.raw(curve.color), RAW_LINE);
            case LINE -> drawLine(canvas, path, curve.x.length, theme.curve(curve.color));
        }
    }

    private static void drawLine(Canvas canvas, Path2D path, int points, Color color) {
        if (points == 1) {
            Rectangle2D at = path.getBounds2D();
            canvas.fill(new Ellipse2D.Double(at.getX() - DOT / 2.0, at.getY() - DOT / 2.0, DOT, DOT), color);
        } else {
            canvas.stroke(path, color, LINE);
        }
    }

    private double min(Function<Curve, double[]> side) {
        return curves.stream().map(side).flatMapToDouble(Arrays::stream).min().orElse(0);
    }

    private double max(Function<Curve, double[]> side) {
        return curves.stream().map(side).flatMapToDouble(Arrays::stream).max().orElse(0);
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
