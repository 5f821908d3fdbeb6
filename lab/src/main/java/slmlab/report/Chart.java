package slmlab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// One picture: curves with bands under them, 1000 × 1000 as SLM-Lab's are.
///
/// Needs neither a screen nor fonts: AWT runs headless unless set otherwise before, and text is drawn from
/// [Letters].
final class Chart {
    private static final int SIZE = 1000;
    private static final int EDGE = 28;
    private static final int TITLE = 26;
    private static final int AXIS_TITLE = 21;
    private static final int MARK = 18;
    private static final int MARK_GAP = 14; // between a number and the plot
    private static final double LARGEST = 1e300; // larger numbers do not fit on an axis
    static final Color INK = new Color(0x2E3440);
    private static final Color FAINT = new Color(0x6B7280);
    private static final Color GRID = new Color(0xE8EAEE);
    private static final BasicStroke LINE = new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    private static final int DOT = 10;
    private static final int BAND_ALPHA = 45;
    /// Distinguishable also for colour-blind readers.
    private static final Color[] PALETTE = {
        new Color(0x4C72B0), new Color(0xDD8452), new Color(0x55A868), new Color(0xC44E52),
        new Color(0x8172B3), new Color(0x937860), new Color(0xDA8BC3), new Color(0x64B5CD),
    };

    static {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    /// A line, or the closed outline of a band.
    private record Curve(boolean isBand, Color color, double[] x, double[] y) {}

    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final List<Curve> curves = new ArrayList<>();
    private final Legend legend = new Legend(SIZE - 2 * EDGE);
    private boolean hasLegend;

    Chart(String title, String xTitle, String yTitle) {
        this.title = title;
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
            legend.add(label, color(color));
        }
    }

    boolean isEmpty() {
        return curves.stream().allMatch(Curve::isBand);
    }

    void showLegend() {
        hasLegend = true;
    }

    byte[] png() throws IOException {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        paint(canvas);
        canvas.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Not ImageIO's default, a temporary file that it closes at exit, even while it is being written.
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", out);
        }
        return bytes.toByteArray();
    }

    private void paint(Graphics2D canvas) {
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        canvas.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        canvas.setColor(Color.WHITE);
        canvas.fillRect(0, 0, SIZE, SIZE);
        double bottom = SIZE - EDGE;
        if (hasLegend) {
            bottom -= legend.height();
            legend.draw(canvas, EDGE, bottom);
        }
        double top = EDGE + 2 * TITLE;
        double height = bottom - 2 * AXIS_TITLE - 2 * MARK - top;
        Axis y = Axis.over(min(Curve::y), max(Curve::y), (int) (height / 65));
        double[] yMarks = y.marks();
        double widest = Arrays.stream(yMarks)
                .map(mark -> Letters.width(Ticks.text(mark), MARK))
                .max()
                .orElse(0);
        double left = EDGE + 1.6 * AXIS_TITLE + widest + MARK_GAP;
        Rectangle2D plot = new Rectangle2D.Double(left, top, SIZE - EDGE - left, height);
        Axis x = Axis.over(Math.min(0, min(Curve::x)), max(Curve::x), (int) (plot.getWidth() / 85));
        drawGrid(canvas, plot, x, y);
        drawTitles(canvas, plot, bottom);
        for (Curve curve : curves) {
            draw(canvas, plot, x, y, curve);
        }
    }

    private static void drawGrid(Graphics2D canvas, Rectangle2D plot, Axis xAxis, Axis yAxis) {
        canvas.setStroke(new BasicStroke(1.5f));
        for (double mark : xAxis.marks()) {
            double x = plot.getX() + xAxis.at(mark) * plot.getWidth();
            canvas.setColor(GRID);
            canvas.draw(new Line2D.Double(x, plot.getMinY(), x, plot.getMaxY()));
            canvas.setColor(FAINT);
            canvas.fill(Letters.shape(Ticks.text(mark), MARK, x, plot.getMaxY() + MARK_GAP + MARK, 0.5));
        }
        for (double mark : yAxis.marks()) {
            double y = plot.getMaxY() - yAxis.at(mark) * plot.getHeight();
            canvas.setColor(GRID);
            canvas.draw(new Line2D.Double(plot.getMinX(), y, plot.getMaxX(), y));
            canvas.setColor(FAINT);
            canvas.fill(Letters.shape(Ticks.text(mark), MARK, plot.getX() - MARK_GAP, y + 0.36 * MARK, 1));
        }
    }

    private void drawTitles(Graphics2D canvas, Rectangle2D plot, double bottom) {
        canvas.setColor(INK);
        String heading = Letters.fit(title, TITLE, plot.getWidth());
        var bold = Letters.shape(heading, TITLE, plot.getCenterX(), EDGE + 1.3 * TITLE, 0.5);
        canvas.fill(bold);
        canvas.setStroke(new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
        canvas.draw(bold);
        canvas.fill(Letters.shape(xTitle, AXIS_TITLE, plot.getCenterX(), bottom - 0.4 * AXIS_TITLE, 0.5));
        Graphics2D turned = (Graphics2D) canvas.create();
        turned.rotate(-Math.PI / 2, EDGE + 0.8 * AXIS_TITLE, plot.getCenterY());
        turned.fill(Letters.shape(yTitle, AXIS_TITLE, EDGE + 0.8 * AXIS_TITLE, plot.getCenterY(), 0.5));
        turned.dispose();
    }

    private static void draw(Graphics2D canvas, Rectangle2D plot, Axis xAxis, Axis yAxis, Curve curve) {
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
        canvas.setColor(curve.color);
        if (curve.isBand) {
            canvas.fill(path);
        } else if (curve.x.length == 1) {
            Rectangle2D at = path.getBounds2D();
            canvas.fill(new Ellipse2D.Double(at.getX() - DOT / 2.0, at.getY() - DOT / 2.0, DOT, DOT));
        } else {
            canvas.setStroke(LINE);
            canvas.draw(path);
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
